import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { activities, activityProducts } from '../../../tables/catalogue.ts'
import { seckillClaims } from '../../../tables/offers.ts'

export type SeckillItemRow = typeof activityProducts.$inferSelect
export type ActivityRow = typeof activities.$inferSelect

export interface SeckillItemKey {
  readonly activityId: number
  readonly productId: number
}

/** Items of the enabled activities that have not ended at `now` and begin by `until`, with this user's claimed quantity. */
export const listSeckillItems = (db: Db, userId: number, now: Date, until: Date) =>
  db
    .select({ activity: activities, item: activityProducts, ownCount: claimedBy(userId) })
    .from(activities)
    .innerJoin(activityProducts, eq(activityProducts.activityId, activities.id))
    .where(
      and(
        eq(activities.kind, 'seckill'),
        activities.isEnabled,
        gt(activities.endsAt, now),
        lte(activities.startsAt, until),
      ),
    )
    .orderBy(asc(activities.startsAt), asc(activities.id), asc(activityProducts.priceCents))

const claimedBy = (userId: number) =>
  sql`coalesce((
    select sum(c.quantity) from ${seckillClaims} c
    where c.activity_id = ${activityProducts.activityId} and c.product_id = ${activityProducts.productId}
      and c.user_id = ${userId}
  ), 0)`.mapWith(Number)

const isItem = ({ activityId, productId }: SeckillItemKey) =>
  and(eq(activityProducts.activityId, activityId), eq(activityProducts.productId, productId))

/** The item of an enabled activity, whether or not that runs now. */
export const findSeckillItem = async (tx: Tx, key: SeckillItemKey) => {
  const [found] = await tx
    .select({ activity: activities, item: activityProducts })
    .from(activityProducts)
    .innerJoin(activities, eq(activities.id, activityProducts.activityId))
    .where(and(isItem(key), eq(activities.kind, 'seckill'), activities.isEnabled))
  return found
}

/** Takes a quantity out of an item's stock and locks the item; nothing when too few are left. */
export const takeSeckillStock = async (
  tx: Tx,
  key: SeckillItemKey,
  quantity: number,
): Promise<SeckillItemRow | undefined> => {
  const [item] = await tx
    .update(activityProducts)
    .set({ stockLeft: sql`${activityProducts.stockLeft} - ${quantity}` })
    .where(and(isItem(key), gte(activityProducts.stockLeft, quantity)))
    .returning()
  return item
}

const restoreStock = async (tx: Tx | Db, key: SeckillItemKey, quantity: number): Promise<void> => {
  await tx
    .update(activityProducts)
    .set({ stockLeft: sql`${activityProducts.stockLeft} + ${quantity}` })
    .where(isItem(key))
}

export const insertSeckillClaim = async (tx: Tx, claim: typeof seckillClaims.$inferInsert): Promise<void> => {
  await tx.insert(seckillClaims).values(claim)
}

export const countClaimed = async (tx: Tx, { activityId, productId }: SeckillItemKey, userId: number) => {
  const [claimed] = await tx
    .select({ quantity: sql`sum(${seckillClaims.quantity})`.mapWith(Number) })
    .from(seckillClaims)
    .where(
      and(
        eq(seckillClaims.activityId, activityId),
        eq(seckillClaims.productId, productId),
        eq(seckillClaims.userId, userId),
      ),
    )
  return claimed?.quantity ?? 0
}

/** Returns a part of an order's claim to the stock, or all of it; does nothing for an order without a claim. */
export const returnSeckillItems = async (tx: Tx, orderId: number, quantity: number): Promise<void> => {
  const [claim] = await tx
    .update(seckillClaims)
    .set({ quantity: sql`${seckillClaims.quantity} - ${quantity}` })
    .where(and(eq(seckillClaims.orderId, orderId), gt(seckillClaims.quantity, quantity)))
    .returning()
  if (claim) await restoreStock(tx, claim, quantity)
  else await releaseSeckill(tx, orderId)
}

/** Returns an order's whole claim to the stock; does nothing for an order without one. */
export const releaseSeckill = async (tx: Tx | Db, orderId: number): Promise<void> => {
  const [claim] = await tx.delete(seckillClaims).where(eq(seckillClaims.orderId, orderId)).returning()
  if (claim) await restoreStock(tx, claim, claim.quantity)
}
