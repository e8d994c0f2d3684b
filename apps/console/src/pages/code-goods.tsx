import { formatRentalTime } from '@yunji/contract/display/time'
import { getCodeGoods, saveCodeGoods } from '@yunji/contract/operator/code-batch-calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { integerCodec } from '../ui/codecs.ts'
import { Form, Submit, SwitchField, TextField, useContractForm, withBasis } from '../ui/form.tsx'
import { money } from '../ui/money.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Empty, State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { configurationOf } from './labels.tsx'
import { ProductField } from './product-field.tsx'

type CodeGoods = CallData<typeof getCodeGoods>['goods'][number]
type Terms = CallInput<typeof saveCodeGoods>

const VALID_DAYS = 365

/** Products that customers buy as activation codes. */
export function CodeGoodsButton() {
  const mayRead = useRight('goods.read')
  const [isOpen, setOpen] = useState(false)
  if (!mayRead) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>激活码商品</Button>
      <Dialog
        title="激活码商品"
        description="用户可以按激活码购买的商品和激活码的有效天数；修改只影响以后的订单。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <CodeGoodsList />
      </Dialog>
    </>
  )
}

function CodeGoodsList() {
  const mayWrite = useRight('goods.write')
  const [edited, setEdited] = useState<Partial<Terms>>()
  const goods = useCall(getCodeGoods, {})
  if (edited) return <CodeGoodsForm terms={edited} onDone={() => setEdited(undefined)} />
  return (
    <>
      <Async of={goods}>
        {(read) =>
          read.goods.length === 0 ? <Empty title="没有激活码商品" /> : <CodeGoodsTable {...read} onEdit={setEdited} />
        }
      </Async>
      {mayWrite && (
        <div className={styles.buttons}>
          <Button tone="primary" icon="plus" onClick={() => setEdited({ validDays: VALID_DAYS, isListed: true })}>
            添加商品
          </Button>
        </div>
      )}
    </>
  )
}

interface TableProps {
  readonly goods: readonly CodeGoods[]
  readonly onEdit: (terms: Terms) => void
}

function CodeGoodsTable({ goods, onEdit }: TableProps) {
  const mayWrite = useRight('goods.write')
  return (
    <table className={styles.changes} aria-label="激活码商品">
      <thead>
        <tr>
          {['商品', '价格', '有效天数', '状态', ...(mayWrite ? ['操作'] : [])].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {goods.map((each) => (
          <tr key={each.productId}>
            <th scope="row">
              {each.goodsName} {configurationOf(each)} {formatRentalTime(each.goodTime)}
            </th>
            <td>{money(each.priceCents)}</td>
            <td>{each.validDays}</td>
            <td>
              <CodeGoodsState of={each} />
            </td>
            {mayWrite && (
              <td>
                <Button
                  onClick={() =>
                    onEdit({ productId: each.productId, validDays: each.validDays, isListed: each.isListed })
                  }
                >
                  修改
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CodeGoodsState({ of: { isListed, isOnSale } }: { readonly of: CodeGoods }) {
  if (!isListed) return <State tone="off">停止出售</State>
  return isOnSale ? <State tone="run">出售中</State> : <State tone="soon">商品已下架</State>
}

function CodeGoodsForm({ terms, onDone }: { readonly terms: Partial<Terms>; readonly onDone: () => void }) {
  const form = useContractForm<Partial<Terms>>(saveCodeGoods.input, terms)
  const save = useWrite(saveCodeGoods, { done: '已保存', isQuiet: true, onDone })
  return (
    <Form
      form={form}
      write={save}
      // Terms that a colleague has set meanwhile for a new product are not overwritten, unless they are the same.
      onSubmit={({ productId, ...set }) =>
        save.mutate({
          productId,
          ...(terms.productId ? withBasis(form, set) : { ...set, basedOn: set }),
        } as Terms)
      }
    >
      {terms.productId === undefined && <ProductField name="productId" />}
      <TextField name="validDays" label="有效天数" hint="从购买算起" inputMode="numeric" codec={integerCodec} />
      <SwitchField name="isListed" label="出售" hint="停止出售后，已购买的激活码仍可兑换" />
      <div className={styles.buttons}>
        <Submit isBusy={save.isPending}>保存</Submit>
        <Button onClick={onDone}>返回</Button>
      </div>
    </Form>
  )
}
