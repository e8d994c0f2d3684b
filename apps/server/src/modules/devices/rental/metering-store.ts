import { METERED_STOP_KEPT_MS, METERED_STOP_REMINDER_MS } from '@yunji/contract/devices/rental/rules'
import { and, asc, eq, isNull, lte, not, notInArray, sql } from 'drizzle-orm'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts } from '../../../tables/catalogue.ts'
import { devices, meteredStops } from '../../../tables/devices.ts'
import { type DeviceRow, isAnyOf, isPast, isZoneUnreachable } from '../fleet/index.ts'

export type MeteredDevice = Pick<DeviceRow, 'id' | 'expiresAt'>

export const listDueMetered = (
  db: Db,
  clock: Clock,
  by: Date,
  limit: number,
  last: MeteredDevice | undefined,
): Promise<MeteredDevice[]> =>
  db
    .select({ id: devices.id, expiresAt: devices.expiresAt })
    .from(devices)
    .where(
      and(
        isDue(clock, by),
        last && sql`(${devices.expiresAt}, ${devices.id}) > (${last.expiresAt}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(asc(devices.expiresAt), asc(devices.id))
    .limit(limit)

/** Running, in a reachable zone and near the end of the paid hour. Worded like the index that serves it. */
const isDue = (clock: Clock, by: Date) =>
  and(
    not(isZoneUnreachable(clock)),
    devices.isMetered,
    notInArray(devices.state, sql`('creating', 'stopped', 'expired', 'released', 'faulty')`),
    lte(devices.expiresAt, by),
  )

/** Undefined where it is no longer due or another transaction has locked it. */
export const lockDueMetered = async (
  tx: Tx,
  clock: Clock,
  deviceId: number,
  by: Date,
): Promise<DeviceRow | undefined> => {
  const [device] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), isDue(clock, by)))
    .for('update', { skipLocked: true })
  return device
}

export const isExpired = (deviceId: number, clock: Clock) => and(isAnyOf([deviceId]), isPast(clock))

export const findProduct = async (tx: Tx, productId: number) => {
  const [product] = await tx.select().from(billableProducts).where(eq(billableProducts.id, productId))
  return product
}

export const setExpiry = async (tx: Tx, deviceId: number, expiresAt: Date): Promise<void> => {
  await tx.update(devices).set({ expiresAt }).where(eq(devices.id, deviceId))
}

export type StopRow = typeof meteredStops.$inferSelect

/** The device runs again; its next stop is a new row. */
export const deleteStop = async (tx: Tx, deviceId: number): Promise<void> => {
  await tx.delete(meteredStops).where(eq(meteredStops.deviceId, deviceId))
}

const isStopped = and(devices.isMetered, eq(devices.state, 'stopped'))

export const listUnrecordedStops = (db: Db, limit: number, after: { deviceId: number } | undefined) =>
  db
    .select({ deviceId: devices.id })
    .from(devices)
    .leftJoin(meteredStops, eq(meteredStops.deviceId, devices.id))
    .where(and(isStopped, isNull(meteredStops.deviceId), after && sql`${devices.id} > ${after.deviceId}`))
    .orderBy(asc(devices.id))
    .limit(limit)

/** Stops whose reminder time has come. */
export const listDueStops = (db: Db, now: Date, limit: number, after: StopRow | undefined) =>
  db
    .select()
    .from(meteredStops)
    .where(
      and(
        lte(meteredStops.stoppedAt, later(now, METERED_STOP_REMINDER_MS - METERED_STOP_KEPT_MS)),
        after &&
          sql`(${meteredStops.stoppedAt}, ${meteredStops.deviceId}) > (${after.stoppedAt}::timestamptz, ${after.deviceId}::bigint)`,
      ),
    )
    .orderBy(asc(meteredStops.stoppedAt), asc(meteredStops.deviceId))
    .limit(limit)

export const lockStopped = async (tx: Tx, deviceId: number): Promise<DeviceRow | undefined> => {
  const [device] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), isStopped))
    .for('update', { skipLocked: true })
  return device
}

/** False where the stop is recorded already. */
export const insertStop = async (tx: Tx, deviceId: number, stoppedAt: Date): Promise<boolean> => {
  const inserted = await tx.insert(meteredStops).values({ deviceId, stoppedAt }).onConflictDoNothing().returning()
  return inserted.length > 0
}

export const findStop = async (tx: Tx, deviceId: number): Promise<StopRow | undefined> => {
  const [stop] = await tx.select().from(meteredStops).where(eq(meteredStops.deviceId, deviceId))
  return stop
}

export const setReminded = async (tx: Tx, deviceId: number, remindedAt: Date): Promise<void> => {
  await tx.update(meteredStops).set({ remindedAt }).where(eq(meteredStops.deviceId, deviceId))
}
