import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { addEraseJob } from '../phones/index.ts'
import { eraseQuarantined } from './quarantine-phone.ts'
import { type DeviceRow, deleteAutoRenewal, returnToStock } from './store.ts'
import { isAnyOf, transition } from './transition-store.ts'

/** Follow-up of a release: the phone is erased and returned, and its stock can be sold again. */
export const afterRelease = async (
  tx: Tx,
  jobs: Pick<Jobs, 'add'>,
  device: DeviceRow,
  { hasPhone } = { hasPhone: true },
): Promise<void> => {
  const { id: deviceId, supplierType, phoneId, zoneId, configId } = device
  if (hasPhone) await addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })
  await eraseQuarantined(tx, jobs, { deviceId })
  await deleteAutoRenewal(tx, deviceId)
  if (configId !== null) await returnToStock(tx, zoneId, configId)
}

/**
 * Releases a device that was not handed over; it has no phone when its supplier refused to give one. The supplier may report by then that the phone runs although its task
 * failed: a refunded device must not stay with its user.
 */
export const releaseDevice = async (
  tx: Tx,
  jobs: Pick<Jobs, 'add'>,
  deviceId: number,
  now: Date,
  phone?: { readonly hasPhone: boolean },
): Promise<DeviceRow | undefined> => {
  const release = () => transition(tx, 'release', now, isAnyOf([deviceId]))
  let [released] = await release()
  if (!released) {
    await transition(tx, 'breakDown', now, isAnyOf([deviceId]))
    ;[released] = await release()
  }
  if (released) await afterRelease(tx, jobs, released, phone)
  return released
}
