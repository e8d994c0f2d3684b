import { accountKindLabels, type LedgerDifferenceKind } from '@yunji/contract/commerce/wallet/ledger'
import { formatCount } from '@yunji/contract/display/text'
import { getLedgerChecks, startLedgerCheck } from '@yunji/contract/operator/ledger-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { Card, Facts, State } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Check = CallData<typeof getLedgerChecks>['records'][number]

const REFETCH_MS = 3000

const differenceNames: Readonly<Record<LedgerDifferenceKind, string>> = {
  sum: '全部账户之和不为零',
  balance: '余额与账目之和不符',
  held: '冻结金额与冻结记录不符',
  paid: '订单收款与账目不符',
  refunded: '订单退款与账目不符',
}

function CheckState({ of: { state, differenceCount } }: { readonly of: Check }) {
  if (state === 'running') return <State tone="back">核对中</State>
  if (state === 'failed') return <State tone="soon">未完成</State>
  return differenceCount === 0 ? (
    <State tone="run">全部相符</State>
  ) : (
    <State tone="dead">{formatCount(differenceCount)} 处不符</State>
  )
}

const columns: readonly Column<Check>[] = [
  { id: 'checkId', title: '编号', cell: ({ checkId }) => `#${checkId}` },
  { id: 'startedAt', title: '开始', cell: ({ startedAt }) => time(startedAt) },
  { id: 'operatorName', title: '发起', cell: ({ operatorName }) => operatorName ?? '每夜自动' },
  { id: 'state', title: '结果', cell: (check) => CheckState({ of: check }) },
  { id: 'accounts', title: '账户', align: 'right', cell: ({ accounts }) => formatCount(accounts) },
  { id: 'entries', title: '账目', align: 'right', cell: ({ entries }) => formatCount(entries) },
  { id: 'orders', title: '订单', align: 'right', cell: ({ orders }) => formatCount(orders) },
  {
    id: 'took',
    title: '用时',
    align: 'right',
    cell: ({ startedAt, endedAt }) => (endedAt === null ? '--' : `${((endedAt - startedAt) / 1000).toFixed(1)} 秒`),
  },
]

export default function LedgerChecksPage() {
  const mayCheck = useRight('ledger.write')
  const start = useWrite(startLedgerCheck, { done: '已开始核对' })
  return (
    <ListPage
      id="ledger-checks"
      call={getLedgerChecks}
      paging="keyset"
      refetchMs={REFETCH_MS}
      columns={columns}
      rowId={({ checkId }) => String(checkId)}
      actions={
        <>
          <ExportButton list="ledgerChecks" />
          {mayCheck && (
            <Button tone="primary" icon="check" isBusy={start.isPending} onClick={() => start.mutate({})}>
              立即核对
            </Button>
          )}
        </>
      }
      renderSummary={({ records }) => <Totals of={records.find(({ state }) => state === 'done')} />}
      empty="还没有核对过"
      emptyHint="每夜自动核对一次，也可以立即核对。"
      detailTitle={({ checkId }) => `核对 #${checkId}`}
      renderDetail={(check) => <CheckDetail check={check} />}
    />
  )
}

/** Sums of the accounts at the last finished check. */
function Totals({ of }: { readonly of: Check | undefined }) {
  if (!of) return null
  return (
    <Card title={`各账户合计（${time(of.startedAt)}）`}>
      <Facts of={of.totals.map(({ kind, cents }) => [accountKindLabels[kind], money(cents)] as const)} />
    </Card>
  )
}

function CheckDetail({ check }: { readonly check: Check }) {
  const { differences, differenceCount } = check
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['结果', <CheckState key="state" of={check} />],
          ['发起', check.operatorName ?? '每夜自动'],
          ['开始', time(check.startedAt)],
          ['完成', check.endedAt === null ? null : time(check.endedAt)],
          ['账户', formatCount(check.accounts)],
          ['账目', formatCount(check.entries)],
          ['订单', formatCount(check.orders)],
        ]}
      />
      {check.totals.length > 0 && (
        <Card title="各账户合计">
          <ul className={styles.lines}>
            {check.totals.map(({ kind, cents }) => (
              <li key={kind}>
                <span>{accountKindLabels[kind]}</span>
                <span>{money(cents)}</span>
              </li>
            ))}
            <li>
              <strong>合计</strong>
              <strong>{money(check.totals.reduce((sum, { cents }) => sum + cents, 0))}</strong>
            </li>
          </ul>
        </Card>
      )}
      {differenceCount > 0 && (
        <Card title={`不符之处（${formatCount(differenceCount)}）`}>
          <p className={styles.note}>只列出，不自动更正：请查明原因后由人处理。</p>
          <ul className={styles.lines}>
            {differences.map((difference) => (
              <li key={`${difference.what}-${difference.accountId}-${difference.orderId}`}>
                <span>
                  {differenceNames[difference.what]}
                  {difference.userId !== null && `，用户 #${difference.userId}`}
                  {difference.orderId !== null && `，订单 #${difference.orderId}`}
                </span>
                <span>
                  应为 {money(difference.storedCents)}，账目 {money(difference.countedCents)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
