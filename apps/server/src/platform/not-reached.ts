/** Error codes that prove that the request did not reach the provider. */
const NOT_REACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT/

/** True only if nothing was sent for certain: a retry cannot send it twice. */
export const isNotReached = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && NOT_REACHED.test(String(cause.code))
}
