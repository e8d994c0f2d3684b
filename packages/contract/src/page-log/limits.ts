/** What is longer is cut by whoever reports it. */
export const ERROR_MESSAGE_MAXIMUM = 500
export const ERROR_STACK_MAXIMUM = 2000

/** Errors that one running client reports at most. */
export const ERRORS_REPORTED_MAXIMUM = 10
