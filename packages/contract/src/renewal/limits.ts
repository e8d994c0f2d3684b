const HOUR_MS = 60 * 60_000

/** So long before the end a device renews itself, and so long after a failure it tries again. */
export const AUTO_RENEW_AHEAD_MS = 24 * HOUR_MS
export const AUTO_RENEW_RETRY_MS = 6 * HOUR_MS

/** What is rented for no longer than this does not renew itself. */
export const AUTO_RENEW_LONGER_THAN_HOURS = 24
