import { isOpenPath, pages, pathOf } from '@yunji/contract/navigation/pages'
import { safeReturnPath } from '@yunji/contract/navigation/return-path'

const LOGIN_PATH = pathOf('login/login')
const ownPaths: ReadonlySet<string> = new Set(pages.map((page) => pathOf(page.route)))

/** The login page's parameter that says where the user wanted to be. */
export const RETURN_PARAM = 'returnTo'

/** A page that only a logged-in user may see. A path that is none of ours closes nothing. */
export const isClosedPath = (path: string): boolean => ownPaths.has(path) && !isOpenPath(path)

/** The login page that leads back to `url`; nothing when the page is seen without a login anyway. */
export const loginUrlFrom = (url: string): string | undefined => {
  if (!isClosedPath(url.split('?', 1)[0] ?? '')) return undefined
  const returnPath = safeReturnPath(url)
  return returnPath ? `${LOGIN_PATH}?${RETURN_PARAM}=${encodeURIComponent(returnPath)}` : LOGIN_PATH
}
