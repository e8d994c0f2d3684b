import { currentUrl } from '../platform/location'
import { replacePage } from '../platform/router.ts'
import { isPathOf, loginUrlFrom, queryOf } from './login-redirect.ts'

let isLeaving = false

/**
 * Leaves a closed page for the login, in its place, so that "back" does not lead to the closed page again. Several
 * refused calls at once leave once. The path is the page's own: the address may spell it differently.
 */
export const leaveClosedPage = async (path: string): Promise<void> => {
  const url = currentUrl()
  const loginUrl = isPathOf(url, path) ? loginUrlFrom(path + queryOf(url)) : undefined
  if (!loginUrl || isLeaving) return
  isLeaving = true
  await replacePage(loginUrl)
  isLeaving = false
}
