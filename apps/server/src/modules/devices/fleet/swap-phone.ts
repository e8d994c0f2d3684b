import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { type PhoneStage, SupplierError, type Suppliers } from '../../../platform/supplier.ts'
import type { PartEnd, PartRow, StepContext, TaskDevice } from '../../../platform/tasks/definition.ts'
import { addEraseJob } from '../phones/index.ts'
import { type Quarantine, quarantinePhone } from './quarantine-phone.ts'
import { findZoneCode, setPhoneId, sizeOf } from './store.ts'

const RETRY_MS = 2000

/** Progress of a restart by stage. */
export const RESTART_PERCENT: Readonly<Record<PhoneStage, number>> = { made: 50, away: 30, back: 70 }

/** Retries while the supplier is unreachable, until the signal aborts. */
export const retryUntilReachable = async <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isRetryable = error instanceof SupplierError && /^(unreachable|timeout|lost|throttled)$/.test(error.kind)
      if (!isRetryable || signal.aborted) throw error
      await delay(RETRY_MS, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** Derived from the stay in the state, so that a worker that takes over requests the same phone. */
export const newPhoneId = ({ deviceId, deviceStateCount }: PartRow): string => `device-${deviceId}-${deviceStateCount}`

/** Gets a phone of the device's configuration in a zone, running and empty. */
export const provision = async (
  { database: { db }, suppliers }: { readonly database: Database; readonly suppliers: Suppliers },
  { device, signal, progress }: Pick<StepContext, 'device' | 'signal' | 'progress'>,
  { phoneId, zoneId }: { readonly phoneId: string; readonly zoneId: number },
): Promise<void> => {
  const zoneCode = await findZoneCode(db, zoneId)
  const size = await sizeOf(db, device.configId)
  const { version, imageVersion, configId } = device
  const order = {
    phoneId,
    zoneCode,
    version,
    ...(size && { size }),
    ...(configId !== null && { configId }),
    ...(imageVersion && { imageVersion }),
  }
  await retryUntilReachable(signal, () =>
    suppliers.of(device.supplierType).provision(order, signal, (_, stage) => progress(RESTART_PERCENT[stage])),
  )
}

interface EndDeps {
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'add'>
}

/** Gives the device its new phone, and its zone where that has changed; the phone before is quarantined. */
const give = async (
  { clock }: EndDeps,
  tx: Tx,
  { part, device }: Pick<PartEnd, 'part' | 'device'>,
  { zoneId, ...quarantine }: Quarantine & { readonly zoneId?: number },
): Promise<void> => {
  await setPhoneId(tx, device.id, { phoneId: newPhoneId(part), isPowerOn: true, ...(zoneId && { zoneId }) })
  await quarantinePhone(tx, device, clock.now(), quarantine)
}

/** Kept with a part that needed no new phone. */
export const WITHOUT_PHONE = { isWithoutPhone: true } as const

/** Erases a new phone that no device got. */
const erase = (
  { jobs }: EndDeps,
  tx: Tx,
  { id: deviceId, supplierType }: Pick<TaskDevice, 'id' | 'supplierType'>,
  phoneId: string,
): Promise<void> => addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })

/** Erases the new phone of a part whose device keeps its own, unless there is none. The device does not wait for it. */
const discard = async (deps: EndDeps, tx: Tx, { part, device, isRefused }: PartEnd): Promise<void> => {
  const isWithoutPhone = isRefused || part.attempt === 0 || part.data['isWithoutPhone'] === WITHOUT_PHONE.isWithoutPhone
  if (!isWithoutPhone) await erase(deps, tx, device, newPhoneId(part))
}

/** Parts of tasks that give a device another phone. */
export const phoneSwap = { newPhoneId, provision, give, erase, discard }
