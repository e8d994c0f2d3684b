import { currentUrl } from '../platform/router/location'
import { replacePageWhile } from '../platform/router/router.ts'
import { isPathOf, loginUrlFrom, queryOf } from './login-redirect.ts'

/** A tap on the closed page comes first; where it leads nowhere, the page is left after all. */
const TRIES = 3

let isLeaving = false

/**
 * Replaces a closed page by the login, so that "back" does not return to it. Concurrent refused calls navigate once.
 * `path` is the page's canonical path: the address may differ in case.
 */
export const leaveClosedPage = async (path: string): Promise<void> => {
  const isSeen = () => isPathOf(currentUrl(), path)
  const loginUrl = isSeen() ? loginUrlFrom(path + queryOf(currentUrl())) : undefined
  if (!loginUrl || isLeaving) return
  isLeaving = true
  for (let count = 0; count < TRIES && isSeen(); count += 1) await replacePageWhile(isSeen, loginUrl)
  isLeaving = false
}
