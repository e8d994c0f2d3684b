import { AppError, type AppErrorName, answerOf } from '../../platform/errors.ts'
import { SupplierError, type SupplierErrorKind } from '../../platform/supplier.ts'

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

export const answerFor = (name: AppErrorName): { code: number; msg: string } => {
  const { code, text } = answerOf(name)
  return { code, msg: text }
}
