import type { SeckillWindow } from '@yunji/contract/commerce/commodity/schema'
import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { activities, activityProducts } from '../../../tables/catalogue.ts'
import { seckillClaims } from '../../../tables/offers.ts'
import type { CatalogueDeps } from './get-goods.ts'
import { findListedProducts, type ListedProduct } from './listed-products.ts'

/** So far ahead a window is shown. */
const AHEAD_MS = DAY_MS

/** What is sold for less now, and what will be within a day. */
export const getSeckillList =
  ({ database: { db }, clock }: CatalogueDeps) =>
  async (caller: Caller | null): Promise<{ now: number; windows: SeckillWindow[] }> => {
    const now = clock.now()
    const rows = await db
      .select({ activity: activities, item: activityProducts, ownCount: ownCount(caller?.userId ?? 0) })
      .from(activities)
      .innerJoin(activityProducts, eq(activityProducts.activityId, activities.id))
      .where(
        and(
          eq(activities.kind, 'seckill'),
          activities.isEnabled,
          gt(activities.endsAt, now),
          lte(activities.startsAt, later(now, AHEAD_MS)),
        ),
      )
      .orderBy(asc(activities.startsAt), asc(activities.id), asc(activityProducts.priceCents))
    const products = await findListedProducts(
      db,
      rows.map(({ item }) => item.productId),
    )
    const windows = [...Map.groupBy(rows, ({ activity }) => activity.id).values()].flatMap((of): SeckillWindow[] => {
      const activity = of[0]?.activity
      const items = of.flatMap(({ item, ownCount: own }) => {
        const product = products.get(item.productId)
        return product ? [itemOf(item, product, own)] : []
      })
      return activity && items.length > 0 ? [{ ...windowOf(activity), items }] : []
    })
    return { now: now.getTime(), windows }
  }

const ownCount = (userId: number) =>
  sql`coalesce((
    select sum(c.quantity) from ${seckillClaims} c
    where c.activity_id = ${activityProducts.activityId} and c.product_id = ${activityProducts.productId}
      and c.user_id = ${userId}
  ), 0)`.mapWith(Number)

const windowOf = ({ id, name, startsAt, endsAt }: typeof activities.$inferSelect) => ({
  activityId: id,
  name,
  startsAt: startsAt.getTime(),
  endsAt: endsAt.getTime(),
})

type SeckillItemRow = typeof activityProducts.$inferSelect

const itemOf = (
  { priceCents, stockLeft, stockTotal, perUserLimit }: SeckillItemRow,
  { priceCents: plainCents, isVideoEdition: _in, ...product }: ListedProduct,
  own: number,
) => ({
  ...product,
  goodPrice: priceCents,
  oldGoodPrice: plainCents,
  stockLeft: stockLeft ?? 0,
  stockTotal: stockTotal ?? 0,
  perUserLimit: perUserLimit ?? 1,
  ownCount: own,
})

export interface SeckillItemKey {
  readonly activityId: number
  readonly productId: number
}

/** A piece while its window is open, by the server's clock; before, after and never there each say so. */
export const getOpenSeckillItem = async (
  tx: Tx,
  { activityId, productId }: SeckillItemKey,
  now: Date,
): Promise<{ readonly priceCents: number }> => {
  const [found] = await tx
    .select({ activity: activities, item: activityProducts })
    .from(activityProducts)
    .innerJoin(activities, eq(activities.id, activityProducts.activityId))
    .where(
      and(
        eq(activityProducts.activityId, activityId),
        eq(activityProducts.productId, productId),
        eq(activities.kind, 'seckill'),
        activities.isEnabled,
      ),
    )
  if (!found) throw new AppError('GOODS_NOT_EXIST')
  if (now < found.activity.startsAt) throw new AppError('SHOW_ERROR_TIP', { text: '秒杀尚未开始' })
  if (now >= found.activity.endsAt) throw new AppError('SHOW_ERROR_TIP', { text: '秒杀已结束' })
  return { priceCents: found.item.priceCents }
}

/**
 * Takes pieces for an order, or none at all. The row is held from here on, so what its buyer has had is counted while
 * nobody else can take any: neither the stock nor a buyer's limit is ever exceeded.
 */
export const claimSeckill = async (
  tx: Tx,
  { activityId, productId }: SeckillItemKey,
  { orderId, userId, quantity }: { orderId: number; userId: number; quantity: number },
): Promise<void> => {
  const [item] = await tx
    .update(activityProducts)
    .set({ stockLeft: sql`${activityProducts.stockLeft} - ${quantity}` })
    .where(
      and(
        eq(activityProducts.activityId, activityId),
        eq(activityProducts.productId, productId),
        gte(activityProducts.stockLeft, quantity),
      ),
    )
    .returning()
  if (!item) throw new AppError('OUT_OF_STOCK', { text: '秒杀商品已抢完' })
  await tx.insert(seckillClaims).values({ orderId, activityId, productId, userId, quantity })
  const [had] = await tx
    .select({ quantity: sql`sum(${seckillClaims.quantity})`.mapWith(Number) })
    .from(seckillClaims)
    .where(
      and(
        eq(seckillClaims.activityId, activityId),
        eq(seckillClaims.productId, productId),
        eq(seckillClaims.userId, userId),
      ),
    )
  const limit = item.perUserLimit ?? 1
  if ((had?.quantity ?? 0) > limit) {
    throw new AppError('GOODS_QUANTITY_EXCEEDED', { text: `每人限购 ${limit} 件`, data: { limit } })
  }
}

/** Some pieces of an order can be had again, by others and by its buyer. Nothing for an order that has none. */
export const returnSeckillItems = async (tx: Tx, orderId: number, quantity: number): Promise<void> => {
  const [claim] = await tx
    .update(seckillClaims)
    .set({ quantity: sql`${seckillClaims.quantity} - ${quantity}` })
    .where(and(eq(seckillClaims.orderId, orderId), gt(seckillClaims.quantity, quantity)))
    .returning()
  if (claim) await restoreStock(tx, claim, quantity)
  else await releaseSeckill(tx, orderId)
}

/** All pieces of an order can be had again. */
export const releaseSeckill = async (tx: Tx | Db, orderId: number): Promise<void> => {
  const [claim] = await tx.delete(seckillClaims).where(eq(seckillClaims.orderId, orderId)).returning()
  if (claim) await restoreStock(tx, claim, claim.quantity)
}

const restoreStock = async (
  tx: Tx | Db,
  { activityId, productId }: SeckillItemKey,
  quantity: number,
): Promise<void> => {
  await tx
    .update(activityProducts)
    .set({ stockLeft: sql`${activityProducts.stockLeft} + ${quantity}` })
    .where(and(eq(activityProducts.activityId, activityId), eq(activityProducts.productId, productId)))
}
