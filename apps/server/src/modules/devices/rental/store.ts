import type { DeviceState } from '@yunji/contract/devices/device/enums'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices, earlyReturns } from '../../../tables/devices.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import type { DeviceRow } from '../fleet/index.ts'

export const findStates = async (db: Db, ids: readonly number[]): Promise<Map<number, DeviceState>> => {
  const rows = await db
    .select({ id: devices.id, state: devices.state })
    .from(devices)
    .where(inArray(devices.id, [...ids]))
    .orderBy(asc(devices.id))
  return new Map(rows.map(({ id, state }) => [id, state]))
}

export const lockOwnDevice = async (tx: Tx, ownerId: number, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), eq(devices.ownerId, ownerId)))
    .for('update')
  return device
}

/** Locked until the transaction ends, so that concurrent returns of one account count each other. */
export const lockReturns = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('early returns', ${userId}::bigint))`)

export const findOwnDevice = async (db: Db, ownerId: number, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), eq(devices.ownerId, ownerId)))
  return device
}

export const insertReturn = async (tx: Tx, values: typeof earlyReturns.$inferInsert): Promise<void> => {
  await tx.insert(earlyReturns).values(values)
}

export const markReturned = async (tx: Tx, orderId: number, deviceId: number, returnedAt: Date): Promise<void> => {
  await tx
    .update(orderDevices)
    .set({ returnedAt })
    .where(and(eq(orderDevices.orderId, orderId), eq(orderDevices.deviceId, deviceId)))
}
