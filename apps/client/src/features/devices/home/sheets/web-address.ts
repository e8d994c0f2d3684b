const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/** An address as people type it: what begins without a scheme is taken for a page of the web. */
export const addressOf = (text: string): string => {
  const typed = text.trim()
  return typed === '' || SCHEME.test(typed) ? typed : `https://${typed}`
}
