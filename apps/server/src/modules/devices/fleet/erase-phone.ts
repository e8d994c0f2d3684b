import type { Tx } from '../../../platform/database.ts'
import type { Job, Jobs } from '../../../platform/jobs.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { Covers } from '../covers/index.ts'
import { markErasing } from '../phones/index.ts'

interface PhoneErasure {
  readonly deviceId: number
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
  readonly suppliers: Suppliers
  readonly covers: Pick<Covers, 'delete'>
}

export const eraseJob = ({ suppliers, covers }: EraseDeps): Job<PhoneErasure> => ({
  ...ERASE_JOB,
  heartbeatSeconds: 30,
  retryLimit: TRIES,
  retryDelayMaxSeconds: TRY_EVERY_SECONDS,
  isDeadLettered: true,
  concurrency: AT_ONCE,
  run: async ({ deviceId, supplierType, phoneId }) => {
    await covers.delete(deviceId)
    await releaseToSupplier(suppliers, supplierType, phoneId, AbortSignal.timeout(ERASE_DEADLINE_MS))
  },
})

/** Returns a phone to its supplier, which erases it; an unknown phone counts as returned. */
export const releaseToSupplier = async (
  suppliers: Suppliers,
  supplierType: number,
  phoneId: string,
  signal: AbortSignal,
): Promise<void> => {
  const batch = await suppliers.of(supplierType).release([phoneId], signal)
  const failure = batch.kind === 'done' ? batch.results.find(({ error }) => error)?.error : undefined
  if (failure && failure.kind !== 'unknownPhone') throw failure
}
