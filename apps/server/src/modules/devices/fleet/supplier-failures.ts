import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { AppError, type AppErrorName, answerOf } from '../../../platform/errors.ts'
import { SupplierError, type SupplierErrorKind } from '../../../platform/supplier.ts'

/** What a person is told when a supplier could not do it. */
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
  badUrl: 'BAD_INPUT',
  commandFailed: 'PHONE_REFUSED',
  noEncoder: 'PHONE_UNABLE',
  unsupported: 'PHONE_UNABLE',
}

export const failureOf = (error: unknown): AppErrorName => {
  if (error instanceof SupplierError) return NAMES[error.kind]
  if (error instanceof AppError) return error.error
  return 'PHONE_REFUSED'
}

/** Codes of the catalogue that are about one device: asked for it alone, they are the answer's own code. */
const singleErrors = ['APP_NOT_EXIST', 'DEVICE_NOT_SHUT_DOWN'] as const

/** Results per device, or the one device's own code in their place. */
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
