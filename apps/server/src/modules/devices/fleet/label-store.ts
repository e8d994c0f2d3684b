import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices, deviceTags } from '../../../tables/devices.ts'

const isOwn = (ownerId: number) => and(eq(devices.ownerId, ownerId), ne(devices.state, 'released'))

/** Only the owner's device is changed; otherwise no row. */
export const labelDevice = (db: Db, ownerId: number, deviceId: number, label: { name: string } | { note: string }) =>
  db
    .update(devices)
    .set(label)
    .where(and(eq(devices.id, deviceId), isOwn(ownerId)))
    .returning({ id: devices.id })

/** Held until the transaction ends, so that concurrent calls count each other's tags. */
export const lockTags = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('device tags', ${userId}::bigint))`)

export const addTags = async (tx: Tx, deviceIds: readonly number[], tags: readonly string[]): Promise<void> => {
  const rows = deviceIds.flatMap((deviceId) => tags.map((tag) => ({ deviceId, tag })))
  if (rows.length > 0) await tx.insert(deviceTags).values(rows).onConflictDoNothing()
}

export const removeTags = async (tx: Tx, deviceIds: readonly number[], tags: readonly string[]): Promise<void> => {
  await tx
    .delete(deviceTags)
    .where(and(inArray(deviceTags.deviceId, [...deviceIds]), inArray(deviceTags.tag, [...tags])))
}

/** Tags of the device that has most of them. */
export const countFullest = async (tx: Tx, deviceIds: readonly number[]): Promise<number> => {
  const counts = await tx
    .select({ tags: count() })
    .from(deviceTags)
    .where(inArray(deviceTags.deviceId, [...deviceIds]))
    .groupBy(deviceTags.deviceId)
  return Math.max(0, ...counts.map(({ tags }) => tags))
}

export const listTags = (db: Db | Tx, userId: number): Promise<{ tag: string; deviceCount: number }[]> =>
  db
    .select({ tag: deviceTags.tag, deviceCount: count() })
    .from(deviceTags)
    .innerJoin(devices, eq(devices.id, deviceTags.deviceId))
    .where(isOwn(userId))
    .groupBy(deviceTags.tag)
    .orderBy(asc(deviceTags.tag))
