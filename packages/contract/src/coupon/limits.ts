const DAY_MS = 24 * 60 * 60 * 1000

/** A coupon is new for this long after it was received. */
export const COUPON_NEW_ARRIVAL_MS = 3 * DAY_MS

/** With this long to go, or less, a coupon is expiring soon. */
export const COUPON_EXPIRING_SOON_MS = 3 * DAY_MS

/** What a coupon gets on top when it comes back expired through our own fault. */
export const COUPON_RETURN_GRACE_MS = 3 * DAY_MS
