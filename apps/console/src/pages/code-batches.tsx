import { Link } from '@tanstack/react-router'
import { type ActivationCodeState, activationCodeStates } from '@yunji/contract/commerce/activation/schema'
import { formatCount } from '@yunji/contract/display/text'
import { formatRentalTime } from '@yunji/contract/display/time'
import {
  createCodeBatch,
  exportCodeBatch,
  getBatchCodes,
  getCodeBatches,
  withdrawCodeBatch,
} from '@yunji/contract/operator/code-batch-calls'
import { codeBatchStateLabels } from '@yunji/contract/operator/labels'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useCreating } from '../session/creating.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { integerCodec, optionalCodec } from '../ui/codecs.ts'
import { Form, Select, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { confirm, Dialog } from '../ui/overlays.tsx'
import { downloadText } from '../ui/save-text.ts'
import { Async, Card, Empty, Facts, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import { CodeGoodsButton } from './code-goods.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { configurationOf, time } from './labels.tsx'
import { ProductField } from './product-field.tsx'

type Batch = CallData<typeof getCodeBatches>['records'][number]
type Codes = CallData<typeof exportCodeBatch>['codes']

const stateNames: Readonly<Record<ActivationCodeState, string>> = {
  unused: '未使用',
  used: '已使用',
  expired: '已过期',
  returned: '已收回',
}

const batchTones: Readonly<Record<Batch['state'], Tone>> = { usable: 'run', expired: 'off', withdrawn: 'dead' }

const codeTones: Readonly<Record<ActivationCodeState, Tone>> = {
  unused: 'back',
  used: 'run',
  expired: 'off',
  returned: 'dead',
}

function BatchState({ of: { state } }: { readonly of: Batch }) {
  return <State tone={batchTones[state]}>{codeBatchStateLabels[state]}</State>
}

const number = (id: 'quantity' | 'used' | 'unused' | 'withdrawn', title: string): Column<Batch> => ({
  id,
  title,
  align: 'right',
  cell: (batch) => formatCount(batch[id]),
  sortBy: (batch) => batch[id],
})

const columns: readonly Column<Batch>[] = [
  { id: 'name', title: '名称', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'goods', title: '商品', cell: ({ goodsName, goodTime }) => `${goodsName} ${formatRentalTime(goodTime)}` },
  { id: 'state', title: '状态', cell: (batch) => <BatchState of={batch} /> },
  number('quantity', '数量'),
  number('used', '已使用'),
  number('unused', '未使用'),
  number('withdrawn', '已收回'),
  { id: 'expiresAt', title: '有效期至', cell: ({ expiresAt }) => time(expiresAt), sortBy: (batch) => batch.expiresAt },
  { id: 'operatorName', title: '生成者', cell: ({ operatorName }) => operatorName, isExtra: true },
  { id: 'createdAt', title: '生成', cell: ({ createdAt }) => time(createdAt), isExtra: true },
]

export default function CodeBatchesPage() {
  const mayWrite = useRight('marketing.write')
  return (
    <ListPage
      id="codeBatches"
      call={getCodeBatches}
      paging="keyset"
      columns={columns}
      rowId={({ batchId }) => String(batchId)}
      searches={[{ name: 'text', label: '编号或名称' }]}
      filters={[
        {
          name: 'state',
          label: '状态',
          options: Object.entries(codeBatchStateLabels),
        },
      ]}
      actions={
        <>
          <CodeGoodsButton />
          <ExportButton list="codeBatches" />
          {mayWrite && <NewBatch />}
        </>
      }
      empty="还没有激活码批次"
      emptyHint="生成一批激活码，交给合作方或用于活动。"
      detailTitle={({ name }) => name}
      renderDetail={(batch) => <BatchDetail key={batch.batchId} batch={batch} />}
    />
  )
}

function BatchDetail({ batch }: { readonly batch: Batch }) {
  const mayWrite = useRight('marketing.write')
  const mayExport = useRight('data.export')
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['状态', <BatchState key="state" of={batch} />],
          ['编号', `#${batch.batchId}`],
          ['商品', `#${batch.productId} ${batch.goodsName} ${formatRentalTime(batch.goodTime)}`],
          ['配置', configurationOf(batch)],
          ['数量', formatCount(batch.quantity)],
          ['已使用', formatCount(batch.used)],
          ['未使用', formatCount(batch.unused)],
          ['已收回', formatCount(batch.withdrawn)],
          ['有效期至', time(batch.expiresAt)],
          ['生成', `${time(batch.createdAt)} ${batch.operatorName}`],
          ['收回', time(batch.withdrawnAt)],
          ['用途', batch.note || null],
        ]}
      />
      <div className={styles.buttons}>
        {mayExport && <DownloadButton batch={batch} />}
        {mayWrite && batch.unused > 0 && <WithdrawButton batch={batch} />}
      </div>
      {mayExport && <p className={styles.note}>每次下载都记入操作记录。</p>}
      <BatchCodes batchId={batch.batchId} />
    </div>
  )
}

const ANY = 'any'

function BatchCodes({ batchId }: { readonly batchId: number }) {
  const mayOpenUser = useRight('users.read')
  const [{ state, cursor }, setPlace] = useState({ state: ANY, cursor: '' })
  const codes = useCall(
    getBatchCodes,
    {
      batchId: String(batchId),
      ...(state !== ANY && { state: state as ActivationCodeState }),
      ...(cursor && { cursor }),
    },
    { keepsLast: true },
  )
  return (
    <Card
      title="激活码"
      note={
        <div className={styles.cardChoice}>
          <Select
            label="激活码的状态"
            value={state}
            options={[[ANY, '全部状态'], ...activationCodeStates.map((each) => [each, stateNames[each]] as const)]}
            onChange={(next) => setPlace({ state: next, cursor: '' })}
          />
        </div>
      }
    >
      <Async of={codes}>
        {({ records, nextCursor }) =>
          records.length === 0 ? (
            <Empty title="没有符合条件的激活码" />
          ) : (
            <>
              <table className={styles.changes} aria-label="激活码">
                <thead>
                  <tr>
                    {['激活码', '状态', '用户', '使用时间'].map((title) => (
                      <th key={title} scope="col">
                        {title}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {records.map((code) => (
                    <tr key={code.codeId}>
                      <th scope="row">{code.maskedCode || `#${code.codeId}`}</th>
                      <td>
                        <State tone={codeTones[code.state]}>{stateNames[code.state]}</State>
                      </td>
                      <td>
                        {code.usedBy === null ? (
                          '--'
                        ) : mayOpenUser ? (
                          <Link to="/users" search={{ open: String(code.usedBy) } as never}>
                            #{code.usedBy}
                          </Link>
                        ) : (
                          `#${code.usedBy}`
                        )}
                      </td>
                      <td>{time(code.usedAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <div className={styles.buttons}>
                {cursor && <Button onClick={() => setPlace({ state, cursor: '' })}>回到第一页</Button>}
                {nextCursor && <Button onClick={() => setPlace({ state, cursor: nextCursor })}>下一页</Button>}
              </div>
            </>
          )
        }
      </Async>
    </Card>
  )
}

/** The byte order mark tells spreadsheets that it is UTF-8. */
const csvOf = (codes: Codes): string =>
  [
    '\uFEFF激活码,状态,有效期至,使用时间',
    ...codes.map(({ activationCode, state, expiresAt, usedAt }) =>
      [activationCode, stateNames[state], time(expiresAt), usedAt ? time(usedAt) : ''].join(','),
    ),
    '',
  ].join('\r\n')

function DownloadButton({ batch: { batchId } }: { readonly batch: Batch }) {
  const read = useWrite(exportCodeBatch, {
    onDone: ({ codes }) => downloadText(`codes-${batchId}.csv`, csvOf(codes), 'text/csv'),
  })
  return (
    <Button tone="primary" icon="download" isBusy={read.isPending} onClick={() => read.mutate({ batchId })}>
      下载激活码
    </Button>
  )
}

function WithdrawButton({ batch: { batchId, name, unused } }: { readonly batch: Batch }) {
  const withdraw = useWrite(withdrawCodeBatch, {
    onDone: ({ withdrawn }) => showToast(`${formatCount(withdrawn)} 个激活码已失效`),
  })
  const withdrawRest = async (): Promise<void> => {
    const isSure = await confirm({
      title: `收回「${name}」？`,
      text: `未使用的 ${formatCount(unused)} 个激活码立即失效，已兑换的云手机不变。不能恢复。`,
      confirm: '收回',
      isDestructive: true,
    })
    if (isSure) withdraw.mutate({ batchId })
  }
  return (
    <Button tone="danger" isBusy={withdraw.isPending} onClick={() => void withdrawRest()}>
      收回未使用的…
    </Button>
  )
}

function NewBatch() {
  const [isOpen, setOpen] = useCreating('marketing.write')
  return (
    <>
      <Button tone="primary" icon="plus" onClick={() => setOpen(true)}>
        生成激活码
      </Button>
      <Dialog
        title="生成激活码"
        description="持有激活码的人都可以兑换，没有金额，不能退款。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <BatchForm onCreated={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface BatchValues {
  name: string
  note?: string
  productId: number
  quantity: number
  validDays: number
}

function BatchForm({ onCreated }: { readonly onCreated: () => void }) {
  const form = useContractForm<Partial<BatchValues>>(createCodeBatch.input, { name: '', quantity: 100, validDays: 90 })
  const create = useWrite(createCodeBatch, {
    isQuiet: true,
    onDone: ({ batchId }) => {
      showToast(`批次 #${batchId} 已生成`)
      onCreated()
    },
  })
  return (
    <Form form={form} write={create} onSubmit={(values) => create.mutate(values as BatchValues)}>
      <TextField name="name" label="名称" hint="例如合作方或活动，不能重复" maxLength={64} />
      <ProductField name="productId" kind="prepaid" onSale="yes" />
      <TextField name="quantity" label="数量" hint="最多 5,000 个" inputMode="numeric" codec={integerCodec} />
      <TextField name="validDays" label="有效天数" hint="从现在算起" inputMode="numeric" codec={integerCodec} />
      <TextAreaField
        name="note"
        label="用途"
        hint="可以不填；只有运营人员看到"
        rows={2}
        maxLength={200}
        codec={optionalCodec}
      />
      <Submit isBusy={create.isPending}>生成激活码</Submit>
    </Form>
  )
}
