/** Every call of the product. */
export const REQUEST_TIMEOUT_MS = 60_000

/** The form-encoded client beside it, unless it is told otherwise. */
export const FORM_REQUEST_TIMEOUT_MS = 10_000

/** The first status that the form-encoded client takes as a success, and the first beyond. */
export const SUCCESS_STATUS_FROM = 200
export const SUCCESS_STATUS_BELOW = 300
