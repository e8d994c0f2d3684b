import type { PhoneToBind } from '@yunji/contract/user/messaging-schema'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../shared/api/api-error.ts'

const isPhoneToBind = (data: unknown): data is PhoneToBind =>
  typeof data === 'object' && data !== null && 'bindTicket' in data && typeof data.bindTicket === 'string'

/** A messaging-app account that is seen for the first time: what it comes back with, once it has a phone. */
export const phoneToBind = (error: unknown): PhoneToBind | undefined => {
  if (!(error instanceof ApiError) || error.code !== ErrorCode.USER_NOT_REGISTERED) return undefined
  return isPhoneToBind(error.data) ? error.data : undefined
}
