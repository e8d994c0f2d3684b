import { Link } from '@tanstack/react-router'
import { accountKindLabels, accountKinds } from '@yunji/contract/commerce/wallet/ledger'
import { entryReasonLabels } from '@yunji/contract/commerce/wallet/schema'
import { getLedgerEntries } from '@yunji/contract/operator/ledger-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useRight } from '../session/self.ts'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { Facts } from '../ui/states.tsx'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Entry = CallData<typeof getLedgerEntries>['records'][number]
type Side = Entry['from']

const nameOf = ({ kind, userId }: Side): string =>
  userId === null ? accountKindLabels[kind] : `${accountKindLabels[kind]} #${userId}`

const columns: readonly Column<Entry>[] = [
  { id: 'entryId', title: '编号', cell: ({ entryId }) => `#${entryId}` },
  { id: 'createdAt', title: '时间', cell: ({ createdAt }) => time(createdAt) },
  { id: 'reason', title: '事由', cell: ({ reason }) => entryReasonLabels[reason] },
  { id: 'from', title: '转出', cell: ({ from }) => nameOf(from) },
  { id: 'to', title: '转入', cell: ({ to }) => nameOf(to) },
  {
    id: 'amountCents',
    title: '金额',
    align: 'right',
    cell: ({ amountCents }) => money(amountCents),
    sortBy: ({ amountCents }) => amountCents,
  },
  { id: 'orderId', title: '订单', cell: ({ orderId }) => (orderId === null ? '--' : `#${orderId}`) },
  { id: 'deviceId', title: '设备', cell: ({ deviceId }) => (deviceId === null ? '--' : `#${deviceId}`), isExtra: true },
]

export default function LedgerPage() {
  return (
    <ListPage
      id="ledger"
      call={getLedgerEntries}
      paging="keyset"
      columns={columns}
      rowId={({ entryId }) => String(entryId)}
      searches={[
        { name: 'orderId', label: '订单编号' },
        { name: 'userId', label: '用户编号' },
        { name: 'date', label: '日期或月份 2026-11' },
      ]}
      filters={[
        { name: 'kind', label: '账户', options: accountKinds.map((kind) => [kind, accountKindLabels[kind]] as const) },
      ]}
      actions={<ExportButton list="ledger" />}
      empty="还没有账目"
      emptyHint="每一笔收款、退款、充值和扣费都会记在这里，只增不改。"
      detailTitle={({ entryId }) => `账目 #${entryId}`}
      renderDetail={(entry) => <EntryDetail entry={entry} />}
    />
  )
}

const sideFacts = (label: string, side: Side) =>
  [
    [label, nameOf(side)],
    ...(side.balanceCents === null ? [] : [[`${label}后的余额`, money(side.balanceCents)] as const]),
  ] as const

function EntryDetail({ entry }: { readonly entry: Entry }) {
  const maySeeOrders = useRight('orders.read')
  const { orderId } = entry
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['时间', time(entry.createdAt)],
          ['事由', entryReasonLabels[entry.reason]],
          ['金额', money(entry.amountCents)],
          ...sideFacts('转出', entry.from),
          ...sideFacts('转入', entry.to),
          [
            '订单',
            orderId !== null && maySeeOrders ? (
              <Link key="order" to="/orders" search={{ open: String(orderId) } as never}>
                #{orderId}
              </Link>
            ) : (
              orderId && `#${orderId}`
            ),
          ],
          ['设备', entry.deviceId && `#${entry.deviceId}`],
          ['凭证', <code key="key">{entry.key}</code>],
        ]}
      />
    </div>
  )
}
