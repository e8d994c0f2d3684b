import type { Tx } from '../../platform/database.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Suppliers } from '../../platform/suppliers.ts'

interface PhoneErasure {
  readonly supplierType: number
  readonly phoneId: string
}

const ERASE_JOB = { name: 'device.erase' }
const ERASE_DEADLINE_MS = 60_000
const AT_ONCE = 16

/** In the transaction in which nobody holds the phone any more: it goes back, erased, whatever happens meanwhile. */
export const erasePhone = (tx: Tx, jobs: Pick<Jobs, 'add'>, supplierType: number, phoneId: string): Promise<void> =>
  jobs.add<PhoneErasure>(tx, ERASE_JOB, { supplierType, phoneId })

export const eraseJob = ({ suppliers }: { readonly suppliers: Suppliers }): Job<PhoneErasure> => ({
  ...ERASE_JOB,
  heartbeatSeconds: 30,
  retryLimit: 20,
  concurrency: AT_ONCE,
  run: async ({ supplierType, phoneId }) => {
    const batch = await suppliers.of(supplierType).release([phoneId], AbortSignal.timeout(ERASE_DEADLINE_MS))
    const failure = batch.kind === 'done' ? batch.results.find(({ error }) => error)?.error : undefined
    if (failure && failure.kind !== 'unknownPhone') throw failure
  },
})
