import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { OrderGoodsSummary, OrderPrice } from '../../../shared/commerce/order-goods.tsx'
import { amountOfGoods, returnedText } from '../../../shared/commerce/order-text.ts'
import { orderPath } from '../../../shared/navigation/page-paths.ts'
import { newTicketPath } from '../../../shared/navigation/service-paths.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { order as orderIcon } from '../../../shared/ui/icon/account.ts'
import { info } from '../../../shared/ui/icon/controls.ts'
import { alert, clock, close, headset } from '../../../shared/ui/icon/icons.ts'
import { MethodTile } from './method-tile.tsx'
import type { MethodRow } from './methods.ts'
import { useOrderGoods } from './order-work.ts'
import styles from './other-views.module.css'
import { ResultHead } from './result-head.tsx'

function SupportCell({ order }: { readonly order: OrderInfo }) {
  return <Cell icon={headset} title="遇到问题，联系客服" to={newTicketPath({ orderId: order.orderId })} />
}

function OrderCard({ order }: { readonly order: OrderInfo }) {
  const goods = useOrderGoods(order.orderId)
  const facts = goods ? [goods.zoneName, amountOfGoods(goods)].filter((fact) => fact !== null) : []
  return (
    <Card className={styles.order}>
      <OrderGoodsSummary order={order} goods={goods} facts={facts}>
        <OrderPrice order={order} size={20} />
      </OrderGoodsSummary>
    </Card>
  )
}

interface ResultProps {
  readonly order: OrderInfo
  readonly title: string | undefined
}

/** Waits for the provider's confirmation. */
export function WaitingView({ order, title }: ResultProps) {
  return (
    <>
      <ResultHead tone="brand" title={title}>
        确认需要几秒钟，请不要重复支付
      </ResultHead>
      <OrderCard order={order} />
      <Card>
        <SupportCell order={order} />
      </Card>
    </>
  )
}

interface UnfinishedViewProps extends ResultProps {
  /** Other payment methods with enough funds. */
  readonly others: readonly MethodRow[]
  readonly onPay: (row: MethodRow) => void
  /** Absent where the page's footer cancels. */
  readonly onCancel?: (() => void) | undefined
  readonly onEnd: () => void
}

/** An unpaid order, with its other payment methods. */
export function UnfinishedView({ order, title, others, onPay, onCancel, onEnd }: UnfinishedViewProps) {
  return (
    <>
      <ResultHead tone="soon" icon={alert} title={title}>
        订单为你保留，
        <Box as="span" className={styles.soon}>
          <Countdown endsAtMs={order.expiresAt} clock={serverClock} onEnd={onEnd} />
        </Box>{' '}
        内可继续支付
      </ResultHead>
      <OrderCard order={order} />
      <Card>
        {others.map((row) => (
          <Cell
            key={row.method}
            leading={<MethodTile method={row.method} />}
            title={`换成${payMethodLabels[row.method]}`}
            sub={row.note}
            onTap={() => onPay(row)}
          />
        ))}
        {onCancel && <Cell icon={close} title="放弃订单" onTap={onCancel} />}
        <SupportCell order={order} />
      </Card>
    </>
  )
}

/** A refund, under way or done, with its reason. */
export function RefundView({ order, title }: ResultProps) {
  const isBack = order.status === OrderStatus.refunded
  return (
    <>
      <ResultHead tone="soon" icon={isBack ? info : undefined} title={title}>
        {order.failure || (isBack ? '款项已原路退回' : '款项会原路退回，请稍候')}
      </ResultHead>
      <OrderCard order={order} />
      <Card>
        <Cell icon={orderIcon} title="查看订单" to={orderPath(order.orderId)} />
        <SupportCell order={order} />
      </Card>
    </>
  )
}

/** A cancelled or expired order. */
export function EndedView({ order, title }: ResultProps) {
  const isExpired = order.status === OrderStatus.expired
  return (
    <>
      <ResultHead tone="off" icon={isExpired ? clock : close} title={title}>
        {returnedText(order)}
      </ResultHead>
      <OrderCard order={order} />
      <Card>
        <Cell icon={orderIcon} title="查看订单" to={orderPath(order.orderId)} />
        <SupportCell order={order} />
      </Card>
    </>
  )
}
