import { CouponScope } from '@yunji/contract/commerce/coupon/enums'
import { type CouponTerms, idsOf } from '@yunji/contract/commerce/coupon/scope'
import { formatRentalTime } from '@yunji/contract/display/time'
import { eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import type { GoodsNames } from './coupon-texts.ts'

const idsFor = (all: readonly CouponTerms[], scope: CouponScope): number[] => {
  const lists = all.flatMap((terms) => [
    ...(terms.scopeApplication === scope ? [terms.applicableObjects ?? ''] : []),
    ...(terms.rules ?? []).filter(({ type }) => type === scope).map(({ objectData }) => objectData),
  ])
  return [...new Set(lists.flatMap(idsOf).filter(Number.isSafeInteger))]
}

/** The names of the goods that coupons are for. Most are for all of them, and nothing is asked. */
export const readGoodsNames = async (db: Db | Tx, all: readonly CouponTerms[]): Promise<GoodsNames> => {
  const models = idsFor(all, CouponScope.productModel)
  const versions = idsFor(all, CouponScope.cloudVersion)
  const products = idsFor(all, CouponScope.billableTimeProducts)
  return {
    goods: new Map(models.length === 0 ? [] : (await readGoods(db, models)).map(({ id, name }) => [id, name])),
    configurations: new Map(
      versions.length === 0
        ? []
        : (await readConfigurations(db, versions)).map(({ id, name, memoryGb }) => [id, `${name} ${memoryGb} GB`]),
    ),
    products: new Map(
      products.length === 0
        ? []
        : (await readProducts(db, products)).map(({ id, name, hours }) => [id, `${name} ${formatRentalTime(hours)}`]),
    ),
  }
}

const readGoods = (db: Db | Tx, ids: number[]) =>
  db.select({ id: goods.id, name: goods.name }).from(goods).where(inArray(goods.id, ids))

const readConfigurations = (db: Db | Tx, ids: number[]) =>
  db
    .select({ id: goodsConfigurations.id, name: goods.name, memoryGb: goodsConfigurations.memoryGb })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(goodsConfigurations.id, ids))

const readProducts = (db: Db | Tx, ids: number[]) =>
  db
    .select({ id: billableProducts.id, name: goods.name, hours: billableProducts.goodTimeHours })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(billableProducts.id, ids))
