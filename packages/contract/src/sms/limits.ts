const MINUTE_MS = 60_000

export const SMS_CODE_LIFETIME_MS = 5 * MINUTE_MS
export const SMS_CODE_TRIES = 5
/** Codes that one number gets in a day, whatever they are for. */
export const SMS_DAILY_LIMIT = 10
/** Codes that one address may ask for in a day: an office behind one address must get by, a flood must not. */
export const SMS_DAILY_LIMIT_PER_ADDRESS = 100
