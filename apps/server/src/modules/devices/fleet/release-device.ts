import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { autoRenewals } from '../../../tables/renewals.ts'
import { addEraseJob } from './erase-phone.ts'
import { eraseQuarantined } from './quarantine-phone.ts'
import type { DeviceRow } from './store.ts'
import { isAnyOf, transition } from './transitions.ts'

/** Nobody holds the device any more: its phone goes back erased, and its place can be sold again. */
export const afterRelease = async (tx: Tx, jobs: Pick<Jobs, 'add'>, device: DeviceRow): Promise<void> => {
  const { id: deviceId, supplierType, phoneId, zoneId, configId } = device
  await addEraseJob(tx, jobs, { deviceId, supplierType, phoneId })
  await eraseQuarantined(tx, jobs, { deviceId })
  await tx.delete(autoRenewals).where(eq(autoRenewals.deviceId, deviceId))
  if (configId === null) return
  await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} - 1` })
    .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId)))
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
