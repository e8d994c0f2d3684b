import { Link } from '@tanstack/react-router'
import { BILL_FILE_BYTES } from '@yunji/contract/commerce/payment/operator-enums'
import { closeBillDifference, getBillDifferences, getBills, recheckBill } from '@yunji/contract/operator/bill-calls'
import {
  billStateLabels,
  differenceKindLabels,
  differenceSubjectLabels,
  providerLabels,
} from '@yunji/contract/operator/labels'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import { type ReactNode, useState } from 'react'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { Form, SelectField, Submit, TextAreaField, TextField, useContractForm } from '../ui/form.tsx'
import { Pager } from '../ui/list/list-inputs.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { isDay } from '../ui/list/search-state.ts'
import { money } from '../ui/money.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Async, Card, CountTag, Facts, State, Tag, type Tone } from '../ui/states.tsx'
import { UploadButton } from '../ui/upload-button.tsx'
import { billFailureText } from './bill-failures.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Bill = CallData<typeof getBills>['records'][number]
type Difference = CallData<typeof getBillDifferences>['records'][number]

const stateOf = ({ state, failure, openDifferences }: Bill): readonly [Tone, string] => {
  if (state === 'waiting') return failure ? ['soon', '未取得'] : ['back', '等待账单']
  return openDifferences > 0 ? ['dead', `${openDifferences} 笔差异`] : ['run', '一致']
}

function BillState({ of }: { readonly of: Bill }) {
  const [tone, text] = stateOf(of)
  return <State tone={tone}>{text}</State>
}

/** A check that was asked for ends within a minute. */
const REFETCH_MS = 10_000

const signedMoney = (cents: number): string => (cents < 0 ? `-${money(-cents)}` : money(cents))

const columns: readonly Column<Bill>[] = [
  { id: 'day', title: '日期', cell: ({ day }) => day, sortBy: ({ day }) => day },
  { id: 'provider', title: '渠道', cell: ({ provider }) => providerLabels[provider] },
  { id: 'state', title: '结果', cell: (bill) => BillState({ of: bill }) },
  { id: 'payments', title: '付款', align: 'right', cell: ({ payments }) => payments, sortBy: (bill) => bill.payments },
  {
    id: 'paymentCents',
    title: '付款金额',
    align: 'right',
    cell: (bill) => money(bill.paymentCents),
    sortBy: (bill) => bill.paymentCents,
  },
  { id: 'refunds', title: '退款', align: 'right', cell: ({ refunds }) => refunds, sortBy: (bill) => bill.refunds },
  {
    id: 'refundCents',
    title: '退款金额',
    align: 'right',
    cell: (bill) => money(bill.refundCents),
    sortBy: (bill) => bill.refundCents,
  },
  { id: 'feeCents', title: '手续费', align: 'right', cell: (bill) => signedMoney(bill.feeCents), isExtra: true },
  { id: 'readAt', title: '核对时间', cell: ({ readAt }) => time(readAt) },
]

export default function BillsPage() {
  return (
    <>
      <OpenDifferences />
      <ListPage
        id="bills"
        call={getBills}
        actions={
          <>
            <ExportButton list="bills" />
            <OlderDay />
          </>
        }
        columns={columns}
        rowId={({ provider, day }) => `${provider}-${day}`}
        filters={[
          { name: 'provider', label: '渠道', options: Object.entries(providerLabels) },
          {
            name: 'state',
            label: '账单',
            options: Object.entries(billStateLabels),
          },
        ]}
        refetchMs={REFETCH_MS}
        empty="还没有账单"
        emptyHint="每天 10:30 后取得前一天的账单"
        detailTitle={({ provider, day }) => `${providerLabels[provider]} ${day}`}
        renderDetail={(bill) => <BillDetail key={`${bill.provider}-${bill.day}`} bill={bill} />}
      />
    </>
  )
}

/** Differences of all days; nothing is shown while there is none. */
function OpenDifferences() {
  return (
    <DifferenceCard title="待处理的差异" input={{}} hasDay isHiddenEmpty>
      <div className={styles.buttons}>
        <ExportButton list="differences" query="" />
      </div>
    </DifferenceCard>
  )
}

interface DifferenceCardProps {
  readonly title: string
  readonly input: CallInput<typeof getBillDifferences>
  readonly hasDay?: boolean
  readonly isHiddenEmpty?: boolean
  readonly children?: ReactNode
}

function DifferenceCard({ title, input, hasDay, isHiddenEmpty = false, children }: DifferenceCardProps) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const read = useCall(
    getBillDifferences,
    { ...input, ...(cursor !== undefined && { cursor }) },
    { keepsLast: true, refetchMs: REFETCH_MS },
  )
  const { data, error } = read
  const next = data?.nextCursor
  const isOnly = cursor === undefined && !next
  if (isHiddenEmpty && !error && (!data || (isOnly && data.records.length === 0))) return null
  const count = `${cursor === undefined ? '' : '本页 '}${data?.records.length}${next && cursor === undefined ? '+' : ''} 笔`
  return (
    <Card title={title} note={data && <CountTag count={hasDay ? count : undefined} error={error} />}>
      <Async of={read}>
        {({ records }) =>
          records.length === 0 ? <p className={styles.note}>没有差异</p> : <Differences of={records} hasDay={hasDay} />
        }
      </Async>
      {!isOnly && (
        <Pager
          words=""
          onBack={cursor === undefined ? undefined : () => setCursors(cursors.slice(0, -1))}
          onNext={next ? () => setCursors([...cursors, next]) : undefined}
        />
      )}
      {data && children}
    </Card>
  )
}

function Differences({
  of,
  hasDay = false,
}: {
  readonly of: readonly Difference[]
  readonly hasDay?: boolean | undefined
}) {
  const mayWrite = useRight('ledger.write')
  const [closing, setClosing] = useState<Difference>()
  const close = (): void => setClosing(undefined)
  return (
    <>
      <ul className={styles.lines}>
        {of.map((difference) => (
          <li key={difference.differenceId}>
            <DifferenceText of={difference} hasDay={hasDay} />
            {mayWrite && difference.closedAt === null && (
              <Button tone="tint" onClick={() => setClosing(difference)}>
                标记已处理
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        title="标记为已处理"
        description="写明如何处理，例如在支付平台退款或补单。记录不会入账或退款。"
        isOpen={closing !== undefined}
        onClose={close}
      >
        {closing && <CloseForm differenceId={closing.differenceId} onDone={close} />}
      </Dialog>
    </>
  )
}

function DifferenceText({ of, hasDay }: { readonly of: Difference; readonly hasDay: boolean }) {
  const { subject, kind, number, ourCents, theirCents, orderId, closedAt, closedBy, note } = of
  return (
    <span>
      {hasDay && `${of.day} ${providerLabels[of.provider]} `}
      {differenceSubjectLabels[subject]} {number}{' '}
      <Tag tone={closedAt === null ? 'dead' : 'off'}>{differenceKindLabels[kind]}</Tag>
      <br />
      <span className={styles.note}>
        账单 {theirCents === null ? '无' : money(theirCents)}，我方 {ourCents === null ? '无' : money(ourCents)}
        {orderId !== null && (
          <>
            ，
            <Link to="/orders" search={{ open: String(orderId) } as never}>
              订单 #{orderId}
            </Link>
          </>
        )}
        {closedAt !== null && `，${time(closedAt)} ${closedBy === null ? '已自动一致' : `${closedBy}：${note}`}`}
      </span>
    </span>
  )
}

function CloseForm({ differenceId, onDone }: { readonly differenceId: number; readonly onDone: () => void }) {
  const form = useContractForm(closeBillDifference.input, { differenceId, note: '' })
  const close = useWrite(closeBillDifference, { done: '已标记', onDone })
  return (
    <Form form={form} onSubmit={(values) => close.mutate(values)}>
      <TextAreaField name="note" label="如何处理" maxLength={200} />
      <Submit isBusy={close.isPending} isWide>
        标记已处理
      </Submit>
    </Form>
  )
}

const providers = ['alipay', 'wechat'] as const

/** Bill of a day that is not listed: one from before the providers were set up, or of an earlier platform. */
function OlderDay() {
  const mayWrite = useRight('ledger.write')
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        其他日期
      </Button>
      <Dialog
        title="核对其他日期的账单"
        description="列表里没有的一天：先下载；支付平台不再提供时导入文件。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <DayForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function DayForm({ onDone }: { readonly onDone: () => void }) {
  const form = useContractForm<CallInput<typeof recheckBill>>(recheckBill.input, { provider: 'alipay', day: '' })
  const recheck = useWrite(recheckBill, { isQuiet: true, done: '一分钟内完成核对', onDone })
  const { provider, day } = form.watch()
  return (
    <Form form={form} write={recheck} onSubmit={(values) => recheck.mutate(values)}>
      <SelectField name="provider" label="渠道" options={providers.map((one) => [one, providerLabels[one]] as const)} />
      <TextField name="day" label="日期" type="date" />
      <div className={styles.buttons}>
        <Submit isBusy={recheck.isPending}>下载并核对</Submit>
        {isDay(day) && <BillUpload provider={provider} day={day} />}
      </div>
    </Form>
  )
}

function BillUpload({ provider, day }: Pick<Bill, 'provider' | 'day'>) {
  return (
    <UploadButton
      path={sideRoutes.billUpload.path}
      query={{ provider, day }}
      accept=".csv,.zip"
      maximumBytes={BILL_FILE_BYTES}
      label="导入账单文件"
      done="账单已导入并核对"
    />
  )
}

function BillDetail({ bill }: { readonly bill: Bill }) {
  const mayWrite = useRight('ledger.write')
  const { provider, day, source } = bill
  const recheck = useWrite(recheckBill, { done: '一分钟内完成核对' })
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['结果', <BillState key="state" of={bill} />],
          ['来源', source === null ? null : { download: '从支付平台下载', import: '导入的文件' }[source]],
          ['付款', `${bill.payments} 笔，${money(bill.paymentCents)}`],
          ['退款', `${bill.refunds} 笔，${money(bill.refundCents)}`],
          ['手续费', signedMoney(bill.feeCents)],
          ['核对时间', time(bill.readAt)],
          ['未取得的原因', bill.failure ? billFailureText(bill.failure) : null],
        ]}
      />
      {mayWrite && (
        <div className={styles.buttons}>
          <Button tone="primary" isBusy={recheck.isPending} onClick={() => recheck.mutate({ provider, day })}>
            {bill.state === 'waiting' ? '下载并核对' : '重新核对'}
          </Button>
          {source !== 'download' && <BillUpload provider={provider} day={day} />}
        </div>
      )}
      <DayDifferences bill={bill} />
    </div>
  )
}

function DayDifferences({ bill: { provider, day } }: { readonly bill: Bill }) {
  return (
    <>
      <DifferenceCard title="待处理的差异" input={{ provider, day }} />
      <DifferenceCard title="已处理" input={{ provider, day, state: 'closed' }} isHiddenEmpty />
    </>
  )
}
