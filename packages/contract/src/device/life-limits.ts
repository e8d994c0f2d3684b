const MINUTE_MS = 60_000

/** A device can be given back so long after its first start, if it ran for less than so long. */
export const RETURN_WITHIN_MS = 120 * MINUTE_MS
export const RETURN_RAN_UNDER_MS = 30 * MINUTE_MS
/** Early returns of an account in a calendar month, as months are in China. */
export const RETURNS_PER_MONTH = 2

const DAY_MS = 24 * 60 * MINUTE_MS
/** A stopped metered device keeps its place and data for so long; its owner is reminded so long before the end. */
export const METERED_STOP_KEPT_MS = 7 * DAY_MS
export const METERED_STOP_REMINDER_MS = DAY_MS
