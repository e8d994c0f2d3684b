interface PageVisitor {
  /** From `getAuthToken`: short-lived, and for this one purpose. */
  readonly token: string
  readonly userId: number
}

/** The specification's constant: it does not tell a person from a company. */
const USER_TYPE = 2

/** An external page learns who comes from one query parameter, an encoded JSON object (section 2). */
export const externalPageUrl = (host: string, { token, userId }: PageVisitor): string => {
  const param = JSON.stringify({ token, userId, userType: USER_TYPE, isWeb: true })
  return `${host}${host.includes('?') ? '&' : '?'}param=${encodeURIComponent(param)}`
}
