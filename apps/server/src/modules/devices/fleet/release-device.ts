import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { addEraseJob } from './erase-phone.ts'
import { eraseQuarantined } from './quarantine-phone.ts'
import { type DeviceRow, deleteAutoRenewal, returnToStock } from './store.ts'
import { isAnyOf, transition } from './transition-store.ts'

/** Follow-up of a release: the phone is erased and returned, and its stock can be sold again. */
export const afterRelease = async (tx: Tx, jobs: Pick<Jobs, 'add'>, device: DeviceRow): Promise<void> => {
  const { id: deviceId, supplierType, phoneId, zoneId, configId } = device
  await addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })
  await eraseQuarantined(tx, jobs, { deviceId })
  await deleteAutoRenewal(tx, deviceId)
  if (configId !== null) await returnToStock(tx, zoneId, configId)
}

/**
 * Releases a device that was not handed over. The supplier may report by then that the phone runs although its task
 * failed: a refunded device must not stay with its user.
 */
export const releaseDevice = async (
  tx: Tx,
  jobs: Pick<Jobs, 'add'>,
  deviceId: number,
  now: Date,
): Promise<DeviceRow | undefined> => {
  const release = () => transition(tx, 'release', now, isAnyOf([deviceId]))
  let [released] = await release()
  if (!released) {
    await transition(tx, 'breakDown', now, isAnyOf([deviceId]))
    ;[released] = await release()
  }
  if (released) await afterRelease(tx, jobs, released)
  return released
}
