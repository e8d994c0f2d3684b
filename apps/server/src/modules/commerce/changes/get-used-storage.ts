import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { ChangeDeps } from './deps.ts'
import { findOwnDevice } from './store.ts'

const DEADLINE_MS = 8000

/** Bytes in use on a phone; null while it is not running or does not answer. */
export const getUsedStorage =
  ({ database: { db }, suppliers, log }: ChangeDeps) =>
  async ({ userId }: Caller, deviceId: number): Promise<{ usedBytes: number | null }> => {
    const own = await findOwnDevice(db, userId, deviceId)
    if (!own) throw new AppError('GET_DEVICE_FAILED')
    const { state, supplierType, phoneId } = own.device
    if (state !== 'running') return { usedBytes: null }
    try {
      const signal = AbortSignal.timeout(DEADLINE_MS)
      return { usedBytes: await suppliers.of(supplierType).usedStorageBytes(phoneId, signal) }
    } catch (err) {
      log.info({ err, deviceId }, 'used storage unknown')
      return { usedBytes: null }
    }
  }
