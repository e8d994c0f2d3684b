import type { CookieJar } from './cookie-jar.ts'

/** The mini-program has no cookies. */
export const cookies: CookieJar = { write: () => undefined, remove: () => undefined }
