const MINUTE_MS = 60_000

/** A device can be given back so long after its first start, if it ran for less than so long. */
export const RETURN_WITHIN_MS = 120 * MINUTE_MS
export const RETURN_RAN_UNDER_MS = 30 * MINUTE_MS
