/** An entry of exactly this age has expired. */
export const DICTIONARY_LIFETIME_MS = 5 * 60_000
