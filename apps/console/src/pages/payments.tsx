import { Link } from '@tanstack/react-router'
import {
  noticeOutcomeLabels,
  noticeReasonLabels,
  noticeSubjectLabels,
  providerLabels,
} from '@yunji/contract/operator/labels'
import {
  closeNotice,
  getPaymentExceptions,
  getPaymentNotices,
  replayNotice,
  retryFulfilment,
} from '@yunji/contract/operator/payment-calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useCall, useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm } from '../ui/overlays.tsx'
import { Card, CountTag, Facts, LoadingFailed, State, type Tone } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type Notice = CallData<typeof getPaymentNotices>['records'][number]

const reasonText = (reason: string): string => noticeReasonLabels[reason] ?? reason

function Outcome({ of: { outcome, closedBy } }: { readonly of: Notice }) {
  const tone: Tone = outcome === 'taken' ? 'run' : closedBy === null ? 'dead' : 'off'
  return (
    <State tone={tone}>{outcome === 'refused' && closedBy !== null ? '已处理' : noticeOutcomeLabels[outcome]}</State>
  )
}

const columns: readonly Column<Notice>[] = [
  { id: 'number', title: '单号', cell: ({ number, noticeId }) => number || `通知 #${noticeId}` },
  { id: 'provider', title: '渠道', cell: ({ provider }) => providerLabels[provider] },
  { id: 'about', title: '内容', cell: ({ about }) => noticeSubjectLabels[about] },
  {
    id: 'amountCents',
    title: '金额',
    align: 'right',
    cell: (row) => money(row.amountCents),
    sortBy: (row) => row.amountCents,
  },
  { id: 'outcome', title: '结果', cell: (row) => <Outcome of={row} /> },
  { id: 'orderId', title: '订单', cell: ({ orderId }) => (orderId === null ? '--' : `#${orderId}`) },
  { id: 'times', title: '次数', align: 'right', cell: ({ times }) => times, sortBy: ({ times }) => times },
  { id: 'lastAt', title: '最近', cell: ({ lastAt }) => time(lastAt), sortBy: ({ lastAt }) => lastAt },
  { id: 'reason', title: '原因', cell: ({ reason }) => reasonText(reason) || '--', isExtra: true },
]

export default function PaymentsPage() {
  return (
    <>
      <Unfulfilled />
      <ListPage
        id="payment-notices"
        call={getPaymentNotices}
        actions={<ExportButton list="notices" />}
        columns={columns}
        rowId={({ noticeId }) => String(noticeId)}
        searches={[{ name: 'number', label: '商户单号或交易号' }]}
        filters={[
          { name: 'provider', label: '渠道', options: Object.entries(providerLabels) },
          { name: 'outcome', label: '结果', options: [['open', '待处理'], ...Object.entries(noticeOutcomeLabels)] },
        ]}
        empty="还没有支付平台的通知"
        detailTitle={({ noticeId }) => `通知 #${noticeId}`}
        renderDetail={(notice) => <NoticeDetail notice={notice} />}
      />
    </>
  )
}

const REFETCH_MS = 30_000

/** Paid orders that were not fulfilled in time; nothing is shown while there is none. */
function Unfulfilled() {
  const mayAct = useRight('orders.refund')
  const exceptions = useCall(getPaymentExceptions, {}, { refetchMs: REFETCH_MS })
  const retry = useWrite(retryFulfilment, { done: '已再次处理' })
  const { data, error } = exceptions
  if (data === undefined) {
    if (!error) return null
    return (
      <Card title="已付款未完成">
        <LoadingFailed of={exceptions} />
      </Card>
    )
  }
  const { unfulfilled: orders, unfulfilledCount } = data
  if (orders.length === 0 && !error) return null
  return (
    <Card title="已付款未完成" note={<CountTag count={`${unfulfilledCount} 笔`} error={error} />}>
      <ul className={styles.lines}>
        {orders.map(({ orderId, title, amountCents, paidAt }) => (
          <li key={orderId}>
            <span>
              <Link to="/orders" search={{ open: String(orderId) } as never}>
                #{orderId} {title}
              </Link>{' '}
              {money(amountCents)}，{time(paidAt)} 支付
            </span>
            {mayAct && (
              <Button tone="tint" isBusy={retry.isPending} onClick={() => retry.mutate({ orderId })}>
                再次处理
              </Button>
            )}
          </li>
        ))}
      </ul>
      {unfulfilledCount > orders.length && <p className={styles.note}>只列出最早的 {orders.length} 笔</p>}
    </Card>
  )
}

function NoticeDetail({ notice }: { readonly notice: Notice }) {
  const mayAct = useRight('orders.refund')
  const { noticeId, orderId } = notice
  const isOpen = notice.outcome === 'refused' && notice.about === 'payment' && notice.closedBy === null
  const replay = useWrite(replayNotice, {
    onDone: ({ isBooked, reason }) =>
      isBooked ? showToast('已入账') : showToast(`未入账：${reasonText(reason)}`, 'error'),
  })
  const close = useWrite(closeNotice, { done: '已标记' })
  const closeOne = async (): Promise<void> => {
    const isSure = await confirm({
      title: '标记为已处理？',
      text: '这条通知不再列为异常，也不会入账；例如已在支付平台退款。',
      confirm: '标记已处理',
      isDestructive: true,
    })
    if (isSure) close.mutate({ noticeId })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['结果', <Outcome key="outcome" of={notice} />],
          ['渠道', providerLabels[notice.provider]],
          ['内容', noticeSubjectLabels[notice.about]],
          ['金额', money(notice.amountCents)],
          ['商户单号', notice.number],
          ['交易号', notice.transactionId],
          [
            '订单',
            orderId === null ? null : (
              <Link key="order" to="/orders" search={{ open: String(orderId) } as never}>
                #{orderId}
              </Link>
            ),
          ],
          ['次数', notice.times],
          ['首次', time(notice.firstAt)],
          ['最近', time(notice.lastAt)],
          ['原因', reasonText(notice.reason)],
          ['处理人', notice.closedBy],
        ]}
      />
      {mayAct && isOpen && (
        <div className={styles.buttons}>
          <Button tone="primary" isBusy={replay.isPending} onClick={() => replay.mutate({ noticeId })}>
            查询并入账
          </Button>
          <Button isBusy={close.isPending} onClick={() => void closeOne()}>
            标记已处理
          </Button>
        </div>
      )}
    </div>
  )
}
