import { and, eq, inArray, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { orders } from '../../../tables/orders.ts'

/** Orders that have not ended. */
export const countOpenOrders = (db: Db, userId: number): Promise<number> =>
  db.$count(orders, and(eq(orders.userId, userId), inArray(orders.state, ['pending', 'paid', 'refunding'])))

const MONTH_HOURS = 30 * 24

/**
 * Most that a month on sale costs less than its hours at the price of the metered product of the same configuration, in
 * whole percent, rounded down. List prices alone: what an activity or a first purchase takes off is not everybody's.
 */
export const findMonthlySaving = async (db: Db): Promise<number> => {
  const hour = alias(billableProducts, 'hour')
  const hoursCents = sql`${hour.priceCents}::numeric * ${billableProducts.goodTimeHours} / ${hour.goodTimeHours}`
  const [found] = await db
    .select({
      percent:
        sql`coalesce(max(floor(100 - 100 * ${billableProducts.priceCents} / nullif(${hoursCents}, 0))), 0)`.mapWith(
          Number,
        ),
    })
    .from(billableProducts)
    .innerJoin(hour, and(eq(hour.configId, billableProducts.configId), hour.isMetered, hour.isListed))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        goods.isListed,
        goodsConfigurations.isListed,
        billableProducts.isListed,
        not(billableProducts.isMetered),
        eq(billableProducts.goodTimeHours, MONTH_HOURS),
      ),
    )
  return Math.max(0, found?.percent ?? 0)
}
