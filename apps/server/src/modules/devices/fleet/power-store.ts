import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { devices, quarantinedPhones } from '../../../tables/devices.ts'
import type { DeviceRow } from './store.ts'
import { isAnyOf } from './transition-store.ts'

/** As the partial index has it. */
const isDue = (): SQL =>
  sql`(${devices.state} in ('stopped', 'expired')) = ${devices.isPowerOn} and ${devices.state} not in ('creating', 'released')`

export const listDueDevicePower = (db: Db, limit: number, afterId = 0): Promise<DeviceRow[]> =>
  db
    .select()
    .from(devices)
    .where(and(isDue(), gt(devices.id, afterId)))
    .orderBy(asc(devices.id))
    .limit(limit)

export const findDueDevicePower = (db: Db, deviceIds: readonly number[]): Promise<DeviceRow[]> =>
  db
    .select()
    .from(devices)
    .where(and(isDue(), isAnyOf(deviceIds)))

/** Nothing when the device has another phone by now. */
export const setDevicePower = async (
  db: Db,
  { id, phoneId }: Pick<DeviceRow, 'id' | 'phoneId'>,
  isPowerOn: boolean,
): Promise<void> => {
  await db
    .update(devices)
    .set({ isPowerOn })
    .where(and(eq(devices.id, id), eq(devices.phoneId, phoneId)))
}

export type QuarantinedPower = Pick<typeof quarantinedPhones.$inferSelect, 'id' | 'supplierType' | 'phoneId'>

export const listDueQuarantinePower = (db: Db, limit: number, afterId = 0): Promise<QuarantinedPower[]> =>
  db
    .select()
    .from(quarantinedPhones)
    .where(and(quarantinedPhones.isPowerOn, gt(quarantinedPhones.id, afterId)))
    .orderBy(asc(quarantinedPhones.id))
    .limit(limit)

export const setQuarantinePower = async (
  db: Db,
  { id, phoneId }: QuarantinedPower,
  isPowerOn: boolean,
): Promise<void> => {
  await db
    .update(quarantinedPhones)
    .set({ isPowerOn })
    .where(and(eq(quarantinedPhones.id, id), eq(quarantinedPhones.phoneId, phoneId)))
}
