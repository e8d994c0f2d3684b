/** How long a quote holds, whatever time goes by meanwhile. */
export const CHANGE_QUOTE_MS = 10 * 60_000

/** A device goes on in another configuration for no less than this. */
export const CHANGE_MINIMUM_HOURS = 24
