import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'

/** State of a payment at the provider. */
export type Attempt = 'away' | 'cancelled' | 'failed' | 'unconfirmed'

/** Views of the payment page. */
export type PayView = 'choose' | 'waiting' | 'unfinished' | 'paid' | 'refund' | 'ended'

/** The order's state decides; the client's attempt counts only while it is pending. */
export const payViewOf = ({ status }: Pick<OrderInfo, 'status'>, attempt: Attempt | undefined): PayView => {
  switch (status) {
    case OrderStatus.pending:
      if (attempt === undefined) return 'choose'
      return attempt === 'away' ? 'waiting' : 'unfinished'
    case OrderStatus.paid:
    case OrderStatus.fulfilled:
      return 'paid'
    case OrderStatus.refunding:
    case OrderStatus.refunded:
      return 'refund'
    case OrderStatus.cancelled:
    case OrderStatus.expired:
      return 'ended'
  }
}

const SOON_MS = 2000
const NOW_AND_THEN_MS = 5000

/** Interval of the next poll: the order may be paid in another tab, or expire. */
export const pollIntervalMs = (order: OrderInfo | undefined, attempt: Attempt | undefined): number | false => {
  if (!order) return false
  switch (order.status) {
    case OrderStatus.pending:
      return attempt === 'away' ? SOON_MS : NOW_AND_THEN_MS
    case OrderStatus.paid:
    case OrderStatus.refunding:
      return SOON_MS
    default:
      return false
  }
}

const unfinishedTitles: Readonly<Record<Exclude<Attempt, 'away'>, string>> = {
  cancelled: '支付未完成',
  failed: '支付没有成功',
  unconfirmed: '还没有收到付款',
}

/** Title of a result, on the page and of the page; undefined before there is one. */
export const resultTitle = (
  { status }: Pick<OrderInfo, 'status'>,
  view: PayView | undefined,
  attempt: Attempt | undefined,
): string | undefined => {
  switch (view) {
    case 'paid':
      return '支付成功'
    case 'waiting':
      return '正在确认支付结果'
    case 'unfinished':
      return unfinishedTitles[attempt && attempt !== 'away' ? attempt : 'unconfirmed']
    case 'refund':
      return status === OrderStatus.refunded ? '款项已退回' : '正在退款'
    case 'ended':
      return status === OrderStatus.expired ? '订单已过期' : '订单已取消'
    default:
      return undefined
  }
}
