import { DrizzleQueryError } from 'drizzle-orm'

/** SQLSTATE classes, socket codes and texts of a lost connection. */
const LOST = /^(08|57P0)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/
const TOO_MANY_CONNECTIONS = '53300'
/** Statements cancelled by their own timeout or by that of their transaction. */
const TOO_SLOW = /^(57014|25P03)$/

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
const isLost = (error: Error): boolean => LOST.test(codeOf(error)) || LOST_MESSAGES.test(error.message)

const hasCause = (error: unknown, isCause: (cause: Error) => boolean): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isCause(cause)) return true
  return false
}

/** Unreachable or too slow; not an error of the statement. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  hasCause(error, (cause) => isLost(cause) || TOO_SLOW.test(codeOf(cause)))

/** Unreachable, starting up or without a free connection: another try may succeed. */
export const isDatabaseAway = (error: unknown): boolean =>
  hasCause(error, (cause) => isLost(cause) || codeOf(cause) === TOO_MANY_CONNECTIONS)

/** Lost connection to the database itself, not to a provider or phone whose error carries the same code. */
export const isConnectionLost = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof Error && isLost(cause)
}
