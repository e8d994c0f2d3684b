import { and, asc, eq, inArray } from 'drizzle-orm'
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

/** One whose money went back was no recharge. */
export const hasRecharged = async (db: Db | Tx, userId: number): Promise<boolean> => {
  const isPaid = and(eq(orders.userId, userId), eq(orders.kind, 'beans'), inArray(orders.state, ['paid', 'fulfilled']))
  return (await db.$count(orders, isPaid)) > 0
}
