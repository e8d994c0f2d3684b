interface PageVisitor {
  /** From `getAuthToken`: short-lived, and for this one purpose. */
  readonly token: string
  readonly userId: number
}

/** Constant of the specification; the same for persons and companies. */
const USER_TYPE = 2

/** The visitor is passed in one query parameter, an encoded JSON object (section 2). */
export const externalPageUrl = (host: string, { token, userId }: PageVisitor): string => {
  const param = JSON.stringify({ token, userId, userType: USER_TYPE, isWeb: true })
  return `${host}${host.includes('?') ? '&' : '?'}param=${encodeURIComponent(param)}`
}
