import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { quarantinedPhones } from '../../../tables/devices.ts'
import type { DeviceRow } from './store.ts'

type Place = Pick<DeviceRow, 'zoneId' | 'configId'>

const isPlace = ({ zoneId, configId }: Place) =>
  and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId ?? 0))

export interface KeptPhone {
  readonly id: number
}

type QuarantineRow = typeof quarantinedPhones.$inferSelect

export type QuarantineFilter =
  | { readonly deviceId: number }
  | { readonly ownerId: number }
  | { readonly ids: readonly number[] }

/** Takes a unit of the zone's stock; false where none is free. */
export const takePlace = async (tx: Tx, place: Place): Promise<boolean> => {
  const taken = await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} + 1` })
    .where(and(isPlace(place), sql`${zoneStock.reserved} + ${zoneStock.rented} < ${zoneStock.capacity}`))
    .returning({ zoneId: zoneStock.zoneId })
  return taken.length > 0
}

export const releasePlace = async (tx: Tx, place: Place): Promise<void> => {
  await tx
    .update(zoneStock)
    .set({ rented: sql`${zoneStock.rented} - 1` })
    .where(isPlace(place))
}

export const insertQuarantined = async (tx: Tx, phone: typeof quarantinedPhones.$inferInsert): Promise<void> => {
  await tx.insert(quarantinedPhones).values(phone).onConflictDoNothing()
}

export const updateQuarantined = async (
  tx: Tx,
  quarantineId: number,
  change: Pick<QuarantineRow, 'phoneId' | 'zoneId' | 'quarantinedAt' | 'erasesAt' | 'isPowerOn'>,
): Promise<void> => {
  await tx.update(quarantinedPhones).set(change).where(eq(quarantinedPhones.id, quarantineId))
}

export const deleteQuarantined = (tx: Tx, of: QuarantineFilter): Promise<QuarantineRow[]> => {
  const isWanted =
    'ids' in of
      ? inArray(quarantinedPhones.id, [...of.ids])
      : 'deviceId' in of
        ? eq(quarantinedPhones.deviceId, of.deviceId)
        : eq(quarantinedPhones.ownerId, of.ownerId)
  return tx.delete(quarantinedPhones).where(isWanted).returning()
}

export const findQuarantinedPhone = async (tx: Tx, quarantineId: number): Promise<QuarantineRow | undefined> => {
  const [phone] = await tx.select().from(quarantinedPhones).where(eq(quarantinedPhones.id, quarantineId))
  return phone
}

export const lockQuarantinedPhone = async (tx: Tx, quarantineId: number): Promise<QuarantineRow | undefined> => {
  const [phone] = await tx.select().from(quarantinedPhones).where(eq(quarantinedPhones.id, quarantineId)).for('update')
  return phone
}

export const listDueQuarantined = (
  db: Db,
  clock: Clock,
  limit: number,
  last: KeptPhone | undefined,
): Promise<KeptPhone[]> =>
  db
    .select({ id: quarantinedPhones.id })
    .from(quarantinedPhones)
    .where(and(lte(quarantinedPhones.erasesAt, databaseNow(clock)), last && sql`${quarantinedPhones.id} > ${last.id}`))
    .orderBy(asc(quarantinedPhones.id))
    .limit(limit)

/** Phones still due; rows locked by another process are skipped. */
export const lockDueQuarantined = (tx: Tx, ids: readonly number[], clock: Clock): Promise<KeptPhone[]> =>
  tx
    .select({ id: quarantinedPhones.id })
    .from(quarantinedPhones)
    .where(and(lte(quarantinedPhones.erasesAt, databaseNow(clock)), inArray(quarantinedPhones.id, [...ids])))
    .for('update', { skipLocked: true })

export const findQuarantined = async (db: Db, { page, rows }: { page: number; rows: number }) => {
  const [found, total] = await Promise.all([
    db
      .select()
      .from(quarantinedPhones)
      .orderBy(asc(quarantinedPhones.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(quarantinedPhones),
  ])
  return { found, total }
}
