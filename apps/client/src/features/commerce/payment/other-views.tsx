import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { payMethodLabels } from '@yunji/contract/commerce/payment/enums'
import { pathOf } from '@yunji/contract/pages'
import { returnedText, titleText } from '../../../shared/commerce/order-text.ts'
import { orderPath } from '../../../shared/navigation/page-paths.ts'
import { serverClock } from '../../../shared/platform/app/clock.ts'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Countdown } from '../../../shared/ui/countdown/countdown.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { order as orderIcon } from '../../../shared/ui/icon/account.ts'
import { info } from '../../../shared/ui/icon/controls.ts'
import { alert, clock, close, headset } from '../../../shared/ui/icon/icons.ts'
import { Price } from '../../../shared/ui/price/price.tsx'
import { MethodTile } from './method-tile.tsx'
import type { MethodRow } from './methods.ts'
import styles from './other-views.module.css'
import type { Attempt } from './pay-view.ts'
import { ResultHead } from './result-head.tsx'

const supportCell = <Cell icon={headset} title="遇到问题，联系客服" to={pathOf('CustomerService/index')} />

function OrderCard({ order }: { readonly order: OrderInfo }) {
  return (
    <Card className={styles.order}>
      <Box as="h2" className={styles.title}>
        {titleText(order.title)}
      </Box>
      <Price cents={order.payableCents} size={20} />
    </Card>
  )
}

/** Waits for the provider's confirmation. */
export function WaitingView({ order }: { readonly order: OrderInfo }) {
  return (
    <>
      <ResultHead tone="brand" title="正在确认支付结果">
        确认需要几秒钟，请不要重复支付
      </ResultHead>
      <OrderCard order={order} />
      <Card>{supportCell}</Card>
    </>
  )
}

const unfinishedTitles: Readonly<Record<Exclude<Attempt, 'away'>, string>> = {
  cancelled: '支付未完成',
  failed: '支付没有成功',
  unconfirmed: '还没有收到付款',
}

interface UnfinishedViewProps {
  readonly order: OrderInfo
  readonly attempt: Exclude<Attempt, 'away'>
  /** Other payment methods with enough funds. */
  readonly others: readonly MethodRow[]
  readonly onPay: (row: MethodRow) => void
  readonly onCheck: () => void
  readonly onEnd: () => void
}

/** An unpaid order, with its other payment methods. */
export function UnfinishedView({ order, attempt, others, onPay, onCheck, onEnd }: UnfinishedViewProps) {
  return (
    <>
      <ResultHead tone="soon" icon={alert} title={unfinishedTitles[attempt]}>
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
        {attempt === 'unconfirmed' && <Cell icon={clock} title="我已付款，再查一次" onTap={onCheck} />}
        {supportCell}
      </Card>
    </>
  )
}

/** A refund, under way or done, with its reason. */
export function RefundView({ order }: { readonly order: OrderInfo }) {
  const isBack = order.status === OrderStatus.refunded
  return (
    <>
      <ResultHead tone="soon" icon={isBack ? info : undefined} title={isBack ? '款项已退回' : '正在退款'}>
        {order.failure || (isBack ? '款项已原路退回' : '款项会原路退回，请稍候')}
      </ResultHead>
      <OrderCard order={order} />
      <Card>
        <Cell icon={orderIcon} title="查看订单" to={orderPath(order.orderId)} />
        {supportCell}
      </Card>
    </>
  )
}

/** A cancelled or expired order. */
export function EndedView({ order }: { readonly order: OrderInfo }) {
  const isExpired = order.status === OrderStatus.expired
  return (
    <>
      <ResultHead tone="off" icon={isExpired ? clock : close} title={isExpired ? '订单已过期' : '订单已取消'}>
        {returnedText(order)}
      </ResultHead>
      <OrderCard order={order} />
      <Card>
        <Cell icon={orderIcon} title="查看订单" to={orderPath(order.orderId)} />
        {supportCell}
      </Card>
    </>
  )
}
