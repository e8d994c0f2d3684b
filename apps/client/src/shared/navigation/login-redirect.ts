import { pathOf, requiresLogin } from '@yunji/contract/pages'

const LOGIN_PATH = pathOf('login/login')

/** The login page's parameter that says where the user wanted to be. */
export const RETURN_PARAM = 'returnTo'

const pathIn = (url: string) => url.split('?', 1)[0] ?? ''

/** The query of an address with its question mark; empty without one. */
export const queryOf = (url: string): string => url.slice(pathIn(url).length)

/** Whether an address belongs to a page. Like the router, ignores case and a trailing slash. */
export const isPathOf = (url: string, path: string): boolean =>
  pathIn(url).replace(/\/$/, '').toLowerCase() === path.toLowerCase()

/** Login address that returns to `url`. The login page validates it. */
export const loginUrlBackTo = (url: string): string => `${LOGIN_PATH}?${RETURN_PARAM}=${encodeURIComponent(url)}`

/** The same for a page that is closed; nothing when it is seen without a login anyway. */
export const loginUrlFrom = (url: string): string | undefined =>
  requiresLogin(pathIn(url)) ? loginUrlBackTo(url) : undefined
