import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { AppError, type AppErrorName, answerOf } from './errors.ts'
import { SupplierError, type SupplierErrorKind } from './supplier.ts'

/** Error shown for each failure of a supplier. */
const NAMES: Readonly<Record<SupplierErrorKind, AppErrorName>> = {
  unreachable: 'PHONE_AWAY',
  timeout: 'PHONE_AWAY',
  lost: 'PHONE_AWAY',
  throttled: 'PHONE_AWAY',
  unauthorised: 'GET_DEVICE_FAILED',
  unknownPhone: 'GET_DEVICE_FAILED',
  noStock: 'OUT_OF_STOCK',
  noSpace: 'PHONE_FULL',
  absentPackage: 'APP_NOT_EXIST',
  badPackage: 'ILLEGAL_FILE',
  packageDowngrade: 'ILLEGAL_FILE',
  packageConflict: 'ILLEGAL_FILE',
  packageUnfit: 'ILLEGAL_FILE',
  badArchive: 'ILLEGAL_FILE',
  badUrl: 'BAD_INPUT',
  commandFailed: 'PHONE_REFUSED',
  notErased: 'PHONE_NOT_ERASED',
  noEncoder: 'PHONE_UNABLE',
  unsupported: 'PHONE_UNABLE',
}

export const failureOf = (error: unknown): AppErrorName => {
  if (error instanceof SupplierError) return NAMES[error.kind]
  if (error instanceof AppError) return error.error
  return 'PHONE_REFUSED'
}

/** Errors about a single device: when only one was requested, they are the response's own code. */
const singleErrors = ['APP_NOT_EXIST', 'DEVICE_NOT_SHUT_DOWN'] as const

/** Results per device, or the single device's own code instead. */
export const answerSingly = <Answer extends { readonly results: readonly { readonly code: number }[] }>(
  answer: Answer,
): Answer => {
  const [result, ...others] = answer.results
  const error = singleErrors.find((name) => ErrorCode[name] === result?.code)
  if (error && others.length === 0) throw new AppError(error, { data: answer })
  return answer
}

export const answerFor = (name: AppErrorName): { code: number; msg: string } => {
  const { code, text } = answerOf(name)
  return { code, msg: text }
}
