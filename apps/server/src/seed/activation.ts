import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../platform/database.ts'
import { activationGoods } from '../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../tables/catalogue.ts'

/** A week, a month, a quarter. */
const CODE_HOURS = [168, 720, 2160]

/** Codes for the plainest phone of each model. Idempotent: existing rows stay. */
export const seedActivationGoods = async (db: Db): Promise<void> => {
  const products = await db
    .select({ productId: billableProducts.id, position: goods.position })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        inArray(billableProducts.goodTimeHours, CODE_HOURS),
        eq(billableProducts.isMetered, false),
        eq(goodsConfigurations.position, 0),
        eq(goodsConfigurations.version, '10/B'),
      ),
    )
    .orderBy(asc(goods.position), asc(billableProducts.goodTimeHours))
  if (products.length > 0) await db.insert(activationGoods).values(products).onConflictDoNothing()
}
