import { closeBigUserList, createBigUserList, getBigUserLists } from '@yunji/contract/operator/commerce-calls'
import { bigUserListLabels } from '@yunji/contract/operator/labels'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { centsCodec, instantCodec, integerCodec } from '../ui/codecs.ts'
import { Form, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { copyText } from '../ui/save-text.ts'
import { Card, Facts, State, type Tone } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'
import { ProductField } from './product-field.tsx'

type List = CallData<typeof getBigUserLists>['records'][number]

const tones: Readonly<Record<List['state'], Tone>> = { open: 'run', expired: 'off', closed: 'dead' }

const linkOf = (linkCode: string): string =>
  `${location.origin}/pages/create/bigUserBuyGoods?linkCode=${encodeURIComponent(linkCode)}`

const columns: readonly Column<List>[] = [
  { id: 'listId', title: '编号', cell: ({ listId }) => `#${listId}` },
  { id: 'title', title: '标题', cell: ({ title }) => title },
  { id: 'userId', title: '用户', cell: ({ userId }) => `#${userId}`, sortBy: ({ userId }) => userId },
  { id: 'state', title: '状态', cell: ({ state }) => <State tone={tones[state]}>{bigUserListLabels[state]}</State> },
  { id: 'prices', title: '商品', align: 'right', cell: ({ prices }) => `${prices.length} 种` },
  { id: 'maximumPhones', title: '每单最多', align: 'right', cell: ({ maximumPhones }) => `${maximumPhones} 台` },
  { id: 'expiresAt', title: '失效', cell: ({ expiresAt }) => (expiresAt === null ? '不限' : time(expiresAt)) },
  { id: 'createdAt', title: '建立', cell: ({ createdAt }) => time(createdAt) },
]

export default function BigUsersPage() {
  const mayWrite = useRight('marketing.write')
  return (
    <ListPage
      id="big-users"
      call={getBigUserLists}
      paging="keyset"
      columns={columns}
      rowId={({ listId }) => String(listId)}
      searches={[{ name: 'userId', label: '用户编号' }]}
      filters={[{ name: 'state', label: '状态', options: Object.entries(bigUserListLabels) }]}
      actions={
        <>
          <ExportButton list="bigUserLists" />
          {mayWrite && <NewList />}
        </>
      }
      empty="还没有协议价清单"
      emptyHint="为大客户建立清单，再把链接发给对方。"
      detailTitle={({ title }) => title}
      renderDetail={(list) => <ListDetail list={list} />}
    />
  )
}

function ListDetail({ list }: { readonly list: List }) {
  const { linkCode, state } = list
  const close = useWrite(closeBigUserList, { done: '清单已收回' })
  const closeIt = async (): Promise<void> => {
    const isSure = await confirm({
      title: '收回这份清单？',
      text: '链接立即失效，用户不能再按协议价下单；已下的订单不变。',
      confirm: '收回',
      isDestructive: true,
    })
    if (isSure) close.mutate({ linkCode })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          [
            '状态',
            <State key="state" tone={tones[state]}>
              {bigUserListLabels[state]}
            </State>,
          ],
          ['用户', `#${list.userId}`],
          ['每单最多', `${list.maximumPhones} 台`],
          ['建立', time(list.createdAt)],
          ['失效', list.expiresAt === null ? '不限' : time(list.expiresAt)],
          ...(list.closedAt === null ? [] : [['收回', time(list.closedAt)] as const]),
        ]}
      />
      {linkCode && state === 'open' && (
        <>
          <code className={styles.secret}>{linkOf(linkCode)}</code>
          <div className={styles.buttons}>
            <Button tone="primary" icon="copy" onClick={() => void copyText(linkOf(linkCode), '链接已复制')}>
              复制链接
            </Button>
            <Button tone="danger" isBusy={close.isPending} onClick={() => void closeIt()}>
              收回…
            </Button>
          </div>
        </>
      )}
      <Card title="商品和协议价">
        <ul className={styles.lines}>
          {list.prices.map(({ id, name, goodPrice }) => (
            <li key={id}>
              <span>
                #{id} {name}
              </span>
              <span>{money(goodPrice)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function NewList() {
  const [isOpen, setOpen] = useCreating('marketing.write')
  const [created, setCreated] = useState('')
  const close = (): void => {
    setOpen(false)
    setCreated('')
  }
  return (
    <>
      <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
        新建清单
      </Button>
      <Dialog title={created ? '清单已建立' : '新建协议价清单'} isOpen={isOpen} onClose={close}>
        {created ? (
          <div className={styles.detail}>
            <p>把链接发给用户：只有该用户登录后能打开。</p>
            <code className={styles.secret}>{linkOf(created)}</code>
            <div className={styles.buttons}>
              <Button tone="primary" icon="copy" onClick={() => void copyText(linkOf(created), '链接已复制')}>
                复制链接
              </Button>
            </div>
          </div>
        ) : (
          <ListForm onCreated={setCreated} />
        )}
      </Dialog>
    </>
  )
}

interface Terms {
  userId?: number
  title: string
  maximumPhones?: number
  expiresAt?: number
  items: { id?: number; goodPrice?: number }[]
}

const blank: Terms = { title: '', items: [{}] }

function ListForm({ onCreated }: { readonly onCreated: (linkCode: string) => void }) {
  const form = useContractForm<Terms>(createBigUserList.input, blank)
  const items = useFieldArray({ control: form.control, name: 'items' })
  const create = useWrite(createBigUserList, {
    done: '清单已建立',
    isQuiet: true,
    onDone: ({ linkCode }) => onCreated(linkCode),
  })
  return (
    <Form
      form={form}
      write={create}
      onSubmit={(values) => create.mutate(values as Parameters<typeof create.mutate>[0])}
    >
      <TextField name="userId" label="用户编号" inputMode="numeric" codec={integerCodec} />
      <TextField name="title" label="标题" hint="用户打开链接时看到" maxLength={64} />
      <TextField name="maximumPhones" label="每单最多（台）" inputMode="numeric" codec={integerCodec} />
      <TextField name="expiresAt" label="失效" hint="不填则收回前一直有效" type="datetime-local" codec={instantCodec} />
      <div className={styles.block}>
        <h3>商品和协议价</h3>
        {items.fields.map(({ id }, index) => (
          <div key={id} className={styles.itemRow}>
            <ProductField name={`items.${index}.id`} />
            <TextField name={`items.${index}.goodPrice`} label="协议价（元）" inputMode="decimal" codec={centsCodec} />
            <IconButton icon="trash" label="去掉这个商品" onClick={() => items.remove(index)} />
          </div>
        ))}
        <Button icon="plus" onClick={() => items.append({})}>
          添加商品
        </Button>
      </div>
      <Submit isBusy={create.isPending}>新建清单</Submit>
    </Form>
  )
}
