import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'
import { attachedPhones, devices, quarantinedPhones, zones } from '../../../tables/devices.ts'

const isPlace = (zoneId: number, configId: number) =>
  and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId))

const total = sql<number>`count(*)::int`

/** Every zone, its stock by configuration, and counts of both. */
export const listZones = async (db: Db) => {
  const [all, stock, rented, kept, attached] = await Promise.all([
    db.select().from(zones).orderBy(asc(zones.position), asc(zones.id)),
    db
      .select({ stock: zoneStock, configuration: goodsConfigurations, goodName: goods.name })
      .from(zoneStock)
      .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, zoneStock.configId))
      .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
      .orderBy(asc(goods.position), asc(goods.id), asc(goodsConfigurations.id)),
    db
      .select({ zoneId: devices.zoneId, total })
      .from(devices)
      .where(ne(devices.state, 'released'))
      .groupBy(devices.zoneId),
    db
      .select({ zoneId: quarantinedPhones.zoneId, configId: quarantinedPhones.configId, total })
      .from(quarantinedPhones)
      .where(eq(quarantinedPhones.hasPlace, true))
      .groupBy(quarantinedPhones.zoneId, quarantinedPhones.configId),
    db
      .select({ zoneId: attachedPhones.zoneId, configId: attachedPhones.configId, total })
      .from(attachedPhones)
      .where(eq(attachedPhones.isCounted, true))
      .groupBy(attachedPhones.zoneId, attachedPhones.configId),
  ])
  return { zones: all, stock, rented, kept, attached }
}

/** Undefined when the code is taken. */
export const insertZone = async (tx: Tx | Db, zone: typeof zones.$inferInsert): Promise<number | undefined> => {
  const [added] = await tx.insert(zones).values(zone).onConflictDoNothing().returning({ id: zones.id })
  return added?.id
}

export const findZone = async (tx: Tx | Db, zoneId: number) => {
  const [zone] = await tx.select().from(zones).where(eq(zones.id, zoneId))
  return zone
}

export const lockZone = async (tx: Tx | Db, zoneId: number) => {
  const [zone] = await tx.select().from(zones).where(eq(zones.id, zoneId)).for('update')
  return zone
}

export const updateZone = async (
  tx: Tx | Db,
  zoneId: number,
  change: Partial<typeof zones.$inferInsert>,
): Promise<void> => {
  await tx.update(zones).set(change).where(eq(zones.id, zoneId))
}

export const findStock = async (tx: Tx | Db, zoneId: number, configId: number) => {
  const [stock] = await tx.select().from(zoneStock).where(isPlace(zoneId, configId))
  return stock
}

export const hasConfiguration = async (tx: Tx | Db, configId: number): Promise<boolean> =>
  (await tx.$count(goodsConfigurations, eq(goodsConfigurations.id, configId))) > 0

export const countAttached = (tx: Tx | Db, zoneId: number, configId: number): Promise<number> =>
  tx.$count(
    attachedPhones,
    and(eq(attachedPhones.zoneId, zoneId), eq(attachedPhones.configId, configId), attachedPhones.isCounted),
  )

/** Stock of a place, added without units where there is none; locked. */
export const lockStock = async (tx: Tx | Db, zoneId: number, configId: number) => {
  await tx.insert(zoneStock).values({ zoneId, configId, capacity: 0 }).onConflictDoNothing()
  const [stock] = await tx.select().from(zoneStock).where(isPlace(zoneId, configId)).for('update')
  if (!stock) throw new Error('stock was not written')
  return stock
}

export const setCapacity = async (tx: Tx | Db, zoneId: number, configId: number, capacity: number): Promise<void> => {
  await tx.update(zoneStock).set({ capacity }).where(isPlace(zoneId, configId))
}
