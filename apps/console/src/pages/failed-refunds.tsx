import { decideRefund, getFailedRefunds } from '@yunji/contract/operator/calls'
import { providerLabels } from '@yunji/contract/operator/labels'
import type { CallData } from '@yunji/contract/wire/call'
import { useWrite } from '../api/query.ts'
import { useRight } from '../session/self.ts'
import { Button } from '../ui/button.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import type { Column } from '../ui/list/list-table.tsx'
import { money } from '../ui/money.ts'
import { confirm } from '../ui/overlays.tsx'
import { Facts } from '../ui/states.tsx'
import { showToast } from '../ui/toast.ts'
import styles from './detail.module.css'
import { ExportButton } from './exports.tsx'
import { time } from './labels.tsx'

type FailedRefund = CallData<typeof getFailedRefunds>['records'][number]

const columns: readonly Column<FailedRefund>[] = [
  { id: 'orderId', title: '订单', cell: ({ orderId }) => `#${orderId}`, sortBy: ({ orderId }) => orderId },
  { id: 'provider', title: '渠道', cell: ({ provider }) => providerLabels[provider] },
  {
    id: 'amountCents',
    title: '金额',
    align: 'right',
    cell: ({ amountCents }) => money(amountCents),
    sortBy: ({ amountCents }) => amountCents,
  },
  { id: 'failure', title: '失败原因', cell: ({ failure }) => failure },
  { id: 'createdAt', title: '产生', cell: (row) => time(row.createdAt), sortBy: (row) => row.createdAt },
  { id: 'outTradeNo', title: '商户订单号', cell: ({ outTradeNo }) => outTradeNo, isExtra: true },
]

export default function FailedRefundsPage() {
  return (
    <ListPage
      id="failed-refunds"
      call={getFailedRefunds}
      actions={<ExportButton list="failedRefunds" />}
      columns={columns}
      rowId={({ refundId }) => String(refundId)}
      empty="没有需要处理的退款"
      emptyHint="支付平台未能完成的退款会在这里等待决定。"
      detailTitle={({ orderId }) => `订单 #${orderId} 的退款`}
      renderDetail={(refund, close) => <Decision refund={refund} onDone={close} />}
    />
  )
}

function Decision({ refund, onDone }: { readonly refund: FailedRefund; readonly onDone: () => void }) {
  const mayRefund = useRight('orders.refund')
  const decide = useWrite(decideRefund, {
    onDone: ({ isCompleted }) => {
      showToast(isCompleted ? '支付平台其实已经退回，没有再退一次' : '已开始退款')
      onDone()
    },
  })
  const { refundId, provider, amountCents } = refund
  const amount = money(amountCents)
  const choose = async (way: 'provider' | 'balance'): Promise<void> => {
    const isSure = await confirm({
      title: way === 'provider' ? `重新原路退回 ${amount}？` : `把 ${amount} 退到账户余额？`,
      text:
        way === 'provider'
          ? `换一个新的退款单号，再次请${providerLabels[provider]}退款。`
          : '用户的账户余额立即增加，之后不再原路退回。',
      confirm: way === 'provider' ? '重新退回' : '退到余额',
    })
    if (isSure) decide.mutate({ refundId, way })
  }
  return (
    <div className={styles.detail}>
      <Facts
        of={[
          ['金额', amount],
          ['渠道', providerLabels[provider]],
          ['商户订单号', refund.outTradeNo],
          ['退款单号', refund.outRefundNo],
          ['产生时间', time(refund.createdAt)],
          ['失败原因', refund.failure],
        ]}
      />
      {mayRefund && (
        <div className={styles.buttons}>
          <Button tone="primary" isBusy={decide.isPending} onClick={() => void choose('provider')}>
            重新原路退回
          </Button>
          <Button isBusy={decide.isPending} onClick={() => void choose('balance')}>
            退到账户余额
          </Button>
        </div>
      )}
    </div>
  )
}
