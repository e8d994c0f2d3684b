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
