import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'

/** How far the buyer has come with paying elsewhere; nothing before they have gone there. */
export type Attempt = 'away' | 'cancelled' | 'failed' | 'unconfirmed'

/** What the payment page shows. */
export type PayView = 'choose' | 'waiting' | 'unfinished' | 'paid' | 'refund' | 'ended'

/** The order's own state comes first: what the client believes counts only while it is pending. */
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

/** How long until the order is looked at again: it may be paid in another tab, or end by itself. */
export const lookAgainMs = (order: OrderInfo | undefined, attempt: Attempt | undefined): number | false => {
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
