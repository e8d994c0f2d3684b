import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { addEraseJob } from './erase-phone.ts'
import { eraseQuarantined } from './quarantine-phone.ts'
import { type DeviceRow, deleteAutoRenewal, returnToStock } from './store.ts'
import { isAnyOf, transition } from './transition-store.ts'

/** Nobody holds the device any more: its phone goes back erased, and its place can be sold again. */
export const afterRelease = async (tx: Tx, jobs: Pick<Jobs, 'add'>, device: DeviceRow): Promise<void> => {
  const { id: deviceId, supplierType, phoneId, zoneId, configId } = device
  await addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })
  await eraseQuarantined(tx, jobs, { deviceId })
  await deleteAutoRenewal(tx, deviceId)
  if (configId !== null) await returnToStock(tx, zoneId, configId)
}

/**
 * Takes a device back that was not handed over. Its supplier may say by then that the phone runs, although the work on it
 * has failed: what is paid back stays with nobody.
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
