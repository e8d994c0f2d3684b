import { isClosedPath, pathOf } from '@yunji/contract/navigation/pages'
import { safeReturnPath } from '@yunji/contract/navigation/return-path'

const LOGIN_PATH = pathOf('login/login')

/** The login page's parameter that says where the user wanted to be. */
export const RETURN_PARAM = 'returnTo'

/** The login page that leads back to `url`; nothing when the page is seen without a login anyway. */
export const loginUrlFrom = (url: string): string | undefined => {
  if (!isClosedPath(url.split('?', 1)[0] ?? '')) return undefined
  const returnPath = safeReturnPath(url)
  return returnPath ? `${LOGIN_PATH}?${RETURN_PARAM}=${encodeURIComponent(returnPath)}` : LOGIN_PATH
}
