import type { AndroidVersion, GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../tables/catalogue.ts'

/** Product of a level, a line and a duration, in its plainest configuration. */
export const findDemoProduct = async (
  tx: Tx,
  level: GoodsLevel,
  version: AndroidVersion,
  hours: number,
): Promise<typeof billableProducts.$inferSelect | undefined> => {
  const [found] = await tx
    .select({ product: billableProducts })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        eq(goods.goodsLevel, level),
        eq(goodsConfigurations.version, version),
        eq(billableProducts.goodTimeHours, hours),
        eq(billableProducts.isMetered, false),
      ),
    )
    .orderBy(asc(goods.id), asc(goodsConfigurations.position), asc(goodsConfigurations.id))
    .limit(1)
  return found?.product
}
