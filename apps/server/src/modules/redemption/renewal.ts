import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { CodeRow } from '../activation/index.ts'

interface Renewed {
  readonly userId: number
  readonly deviceId: number
}

/** More time for a phone of the same configuration. */
export const renewByCode = async (
  _tx: Tx,
  _code: CodeRow,
  _renewed: Renewed,
  _now: Date,
): Promise<{ deviceId: number; expiresAt: Date }> => {
  throw new AppError('NOT_OPEN_YET')
}
