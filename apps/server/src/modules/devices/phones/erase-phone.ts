import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { Covers } from '../covers/index.ts'
import { markErasing, recordEraseFailure } from './attached-phones.ts'

interface PhoneErasure {
  /** Absent for a phone that no device has had. */
  readonly deviceId?: number
  readonly supplierType: number
  readonly phoneId: string
}

const ERASE_JOB = { name: 'device.erase' }
/** A real phone clears hundreds of packages and is looked at again. */
const ERASE_DEADLINE_MS = 5 * 60_000
const AT_ONCE = 16
/** 2000 tries at this interval last a week: a supplier may be unreachable for days. */
const TRY_EVERY_SECONDS = 5 * 60
const TRIES = 2_000

/** Added in the transaction that frees the phone, so that it is always erased and returned. */
export const addEraseJob = async (tx: Tx, jobs: Pick<Jobs, 'add'>, phone: PhoneErasure): Promise<void> => {
  await markErasing(tx, phone.phoneId)
  await jobs.add<PhoneErasure>(tx, ERASE_JOB, phone)
}

interface EraseDeps {
  readonly database: Database
  readonly clock: Clock
  readonly suppliers: Suppliers
  readonly covers: Pick<Covers, 'delete'>
}

export const eraseJob = ({ database, clock, suppliers, covers }: EraseDeps): Job<PhoneErasure> => ({
  ...ERASE_JOB,
  heartbeatSeconds: 30,
  retryLimit: TRIES,
  retryDelayMaxSeconds: TRY_EVERY_SECONDS,
  isDeadLettered: true,
  concurrency: AT_ONCE,
  run: async ({ deviceId, supplierType, phoneId }) => {
    if (deviceId !== undefined) await covers.delete(deviceId)
    const from = clock.now()
    try {
      await releaseToSupplier(suppliers, supplierType, phoneId, AbortSignal.timeout(ERASE_DEADLINE_MS))
    } catch (error) {
      await recordEraseFailure(database, phoneId, { from, to: clock.now() })
      throw error
    }
  },
})

/** Returns a phone to its supplier, which erases it; an unknown phone counts as returned. */
const releaseToSupplier = async (
  suppliers: Suppliers,
  supplierType: number,
  phoneId: string,
  signal: AbortSignal,
): Promise<void> => {
  const batch = await suppliers.of(supplierType).release([phoneId], signal)
  const failure = batch.kind === 'done' ? batch.results.find(({ error }) => error)?.error : undefined
  if (failure && failure.kind !== 'unknownPhone') throw failure
}
