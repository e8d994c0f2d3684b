import type { PhoneToBind } from '@yunji/contract/accounts/user/schema'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { create } from 'zustand'
import { ApiError } from '../../../../shared/api/api-error.ts'

export interface PendingBind {
  readonly bindTicket: string
  readonly returnPath: string | undefined
}

/** Passed from the WeChat login to the phone binding. In memory only: the ticket is a credential. */
export const usePendingBind = create<{ readonly pending: PendingBind | null }>(() => ({ pending: null }))

export const setPendingBind = (pending: PendingBind | null): void => usePendingBind.setState({ pending })

let keptAgreement = false

/** Passes a ticked agreement from the WeChat page to the login page that follows it. In memory: no link can tick it. */
export const keepAgreement = (hasAgreed: boolean): void => {
  keptAgreement = hasAgreed
}

/** The kept agreement, once. */
export const takeAgreement = (): boolean => {
  const hasAgreed = keptAgreement
  keptAgreement = false
  return hasAgreed
}

const isPhoneToBind = (data: unknown): data is PhoneToBind =>
  typeof data === 'object' && data !== null && 'bindTicket' in data && typeof data.bindTicket === 'string'

/** Bind ticket of a new WeChat account; undefined for any other error. */
export const phoneToBind = (error: unknown): PhoneToBind | undefined => {
  if (!(error instanceof ApiError) || error.code !== ErrorCode.USER_NOT_REGISTERED) return undefined
  return isPhoneToBind(error.data) ? error.data : undefined
}
