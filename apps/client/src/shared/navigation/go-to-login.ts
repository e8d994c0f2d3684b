import { currentUrl } from '../platform/location'
import { replacePage } from '../platform/router.ts'
import { loginUrlFrom } from './login-redirect.ts'

let isLeaving = false

/**
 * Leaves a closed page for the login, in its place, so that "back" does not lead to the closed page again. Several
 * refused calls at once leave once.
 */
export const leaveClosedPage = async (): Promise<void> => {
  const loginUrl = loginUrlFrom(currentUrl())
  if (!loginUrl || isLeaving) return
  isLeaving = true
  await replacePage(loginUrl)
  isLeaving = false
}
