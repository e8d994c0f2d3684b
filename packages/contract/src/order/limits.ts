/** Phones in one order; a big user's list has its own limit. */
export const ORDER_MAXIMUM_PHONES = 50

/** A pending order that is not paid by then expires. */
export const ORDER_LIFETIME_MS = 15 * 60_000

/** Unpaid orders for phones that an account may have at a time; the phones in them together are an order's maximum. */
export const MAXIMUM_PENDING_ORDERS = 3
