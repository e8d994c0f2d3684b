import { and, asc, eq, gte, inArray, not } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { orders } from '../../../tables/orders.ts'
import { beanPacks } from '../../../tables/recharge.ts'

export type PackRow = typeof beanPacks.$inferSelect

export const listPacks = (db: Db): Promise<PackRow[]> =>
  db.select().from(beanPacks).where(eq(beanPacks.isListed, true)).orderBy(asc(beanPacks.position), asc(beanPacks.id))

export const findPack = async (db: Db | Tx, packId: number): Promise<PackRow | undefined> => {
  const [pack] = await db
    .select()
    .from(beanPacks)
    .where(and(eq(beanPacks.id, packId), beanPacks.isListed))
  return pack
}

/** Whether a user has paid for beans; refunded orders do not count. */
export const hasRecharged = async (db: Db | Tx, userId: number): Promise<boolean> => {
  const isPaid = and(eq(orders.userId, userId), eq(orders.kind, 'beans'), inArray(orders.state, ['paid', 'fulfilled']))
  return (await db.$count(orders, isPaid)) > 0
}

/** False when there is no such pack, and when the bonus is larger than the pack. */
export const updatePackBonus = async (db: Db, packId: number, bonusCents: number): Promise<boolean> => {
  const updated = await db
    .update(beanPacks)
    .set({ bonusCents })
    .where(and(eq(beanPacks.id, packId), not(beanPacks.isCustom), gte(beanPacks.beansCents, bonusCents)))
    .returning()
  return updated.length > 0
}
