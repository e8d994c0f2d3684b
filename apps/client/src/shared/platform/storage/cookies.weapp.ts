import type { CookieJar } from './cookies.h5.ts'

/** The mini-program has no cookies. */
export const cookies: CookieJar = { write: () => undefined, remove: () => undefined }
