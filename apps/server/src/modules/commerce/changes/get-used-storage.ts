import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { ChangeDeps } from './deps.ts'
import { findOwnDevice } from './store.ts'

const DEADLINE_MS = 8000

/** Long enough for impatient taps, and shorter than the way from a cleaned phone back to the page. */
const FRESH_MS = 5000

interface Answer {
  readonly askedAtMs: number
  readonly usedBytes: Promise<number | null>
}

/**
 * Bytes in use on a phone; null while it is not running or does not answer. Callers share a running question and its
 * answer, so that a phone is asked at most once in `FRESH_MS` by each process.
 */
export const getUsedStorage = ({ database: { db }, suppliers, clock, log }: ChangeDeps) => {
  /** In the order of their questions. */
  const answers = new Map<string, Answer>()

  const forgetOld = (nowMs: number): void => {
    for (const [key, { askedAtMs }] of answers) {
      if (Math.abs(nowMs - askedAtMs) < FRESH_MS) return
      answers.delete(key)
    }
  }

  const ask = async (supplierType: number, phoneId: string): Promise<number | null> => {
    try {
      return await suppliers.of(supplierType).usedStorageBytes(phoneId, AbortSignal.timeout(DEADLINE_MS))
    } catch (err) {
      log.info({ err, phoneId }, 'used storage unknown')
      return null
    }
  }

  return async ({ userId }: Caller, deviceId: number): Promise<{ usedBytes: number | null }> => {
    const own = await findOwnDevice(db, userId, deviceId)
    if (!own) throw new AppError('GET_DEVICE_FAILED')
    const { state, supplierType, phoneId } = own.device
    if (state !== 'running') return { usedBytes: null }
    const askedAtMs = clock.now().getTime()
    forgetOld(askedAtMs)
    const key = `${supplierType}:${phoneId}`
    const answer = answers.get(key) ?? { askedAtMs, usedBytes: ask(supplierType, phoneId) }
    answers.set(key, answer)
    return { usedBytes: await answer.usedBytes }
  }
}
