import { closeBigUserList, createBigUserList } from '@yunji/contract/operator/commerce-calls'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { messageOf } from '../api/call-api.ts'
import { useWrite } from '../api/query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { centsCodec, instantCodec, integerCodec } from '../ui/codecs.ts'
import { copyText } from '../ui/copy-text.ts'
import { Form, Submit, TextField, useContractForm } from '../ui/form.tsx'
import { confirm } from '../ui/overlays.tsx'
import { Card } from '../ui/states.tsx'
import styles from './detail.module.css'

export default function BigUsersPage() {
  const [created, setCreated] = useState('')
  return (
    <div className={styles.columns}>
      <Card title="新建协议价清单">
        <ListForm onCreated={setCreated} />
      </Card>
      <div className={styles.stackedCards}>
        {created && (
          <Card title="新清单的链接编号">
            <code className={styles.secret}>{created}</code>
            <div className={styles.buttons}>
              <Button icon="copy" onClick={() => void copyText(created, '编号已复制')}>
                复制
              </Button>
            </div>
          </Card>
        )}
        <Card title="收回清单">
          <CloseForm key={created} linkCode={created} />
        </Card>
      </div>
    </div>
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
      failure={create.error ? messageOf(create.error) : undefined}
      onSubmit={(values) => create.mutate(values as Parameters<typeof create.mutate>[0])}
    >
      <TextField name="userId" label="用户编号" inputMode="numeric" codec={integerCodec} />
      <TextField name="title" label="标题" hint="客户打开链接时看到" maxLength={64} />
      <TextField name="maximumPhones" label="每单最多（台）" inputMode="numeric" codec={integerCodec} />
      <TextField name="expiresAt" label="失效" hint="不填则收回前一直有效" type="datetime-local" codec={instantCodec} />
      <div className={styles.block}>
        <h3>商品和协议价</h3>
        {items.fields.map(({ id }, index) => (
          <div key={id} className={styles.itemRow}>
            <TextField name={`items.${index}.id`} label="商品编号" inputMode="numeric" codec={integerCodec} />
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

function CloseForm({ linkCode }: { readonly linkCode: string }) {
  const form = useContractForm(closeBigUserList.input, { linkCode })
  const close = useWrite(closeBigUserList, { done: '清单已收回', isQuiet: true })
  const closeOne = async (values: { linkCode: string }): Promise<void> => {
    const isSure = await confirm({
      title: '收回这份清单？',
      text: `链接 ${values.linkCode} 立即失效，客户不能再按协议价下单；已下的订单不变。`,
      confirm: '收回',
      isDestructive: true,
    })
    if (isSure) close.mutate(values)
  }
  return (
    <Form
      form={form}
      failure={close.error ? messageOf(close.error) : undefined}
      onSubmit={(values) => void closeOne(values)}
    >
      <TextField name="linkCode" label="链接编号" spellCheck={false} />
      <Submit isBusy={close.isPending} isDestructive>
        收回…
      </Submit>
    </Form>
  )
}
