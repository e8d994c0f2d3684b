/** Phones in one order; a big user's list has its own limit. */
export const ORDER_MAXIMUM_PHONES = 50

/** A pending order that is not paid by then expires. */
export const ORDER_LIFETIME_MS = 15 * 60_000
