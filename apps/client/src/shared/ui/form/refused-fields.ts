import { type EnvelopeCode, ErrorCode } from '@yunji/contract/wire/error-codes'
import { ApiError } from '../../api/api-error.ts'
import type { FieldErrors } from './form-state.ts'

/** Error codes shown under a field, by the field's common name. */
const fieldOfCode: Readonly<Partial<Record<EnvelopeCode, string>>> = {
  [ErrorCode.VERIFICATION_CODE_EMPTY]: 'code',
  [ErrorCode.VERIFICATION_CODE_WRONG]: 'code',
  [ErrorCode.OLD_PASSWORD_WRONG]: 'oldPassword',
  [ErrorCode.PASSWORD_VERIFICATION_FAILED]: 'password',
}

/** The field that an answer speaks of, with its words; nothing when it is about the form as a whole. */
export const refusedFields = <Values extends object>(
  error: unknown,
  values: Values,
): FieldErrors<Values> | undefined => {
  const name = error instanceof ApiError && error.code !== undefined ? fieldOfCode[error.code] : undefined
  if (name === undefined || !(name in values)) return undefined
  return { [name]: (error as ApiError).message } as FieldErrors<Values>
}
