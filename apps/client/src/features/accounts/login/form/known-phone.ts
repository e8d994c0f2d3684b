import { pathOf } from '@yunji/contract/pages'
import { session } from '../../../../shared/session/session.ts'

/** The login page's parameter that says which saved account is to log in again. */
export const ACCOUNT_PARAM = 'account'

export const loginUrlOf = (userId: number): string => `${pathOf('login/login')}?${ACCOUNT_PARAM}=${userId}`

/**
 * The number of a saved account, which the query names by id to keep numbers out of addresses. Without one, the number
 * that has just logged out.
 */
export const knownPhone = (account: string | undefined): string | undefined => {
  if (account) return session.saved.getState().find(({ userId }) => String(userId) === account)?.mobilePhone
  const { token, mobilePhone } = session.store.getState()
  return token ? undefined : mobilePhone
}
