import { PhoneError } from '@yunji/phone-driver/errors'
import { SupplierError } from '../../../platform/supplier.ts'

/** Maps driver errors to `SupplierError`; programming errors pass through. */
export function toSupplierError(error: unknown): unknown {
  return error instanceof PhoneError ? new SupplierError(error.kind, error.message, { cause: error }) : error
}

export async function withSupplierErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toSupplierError(error)
  }
}
