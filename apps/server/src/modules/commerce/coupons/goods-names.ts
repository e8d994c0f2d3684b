import { CouponScope } from '@yunji/contract/commerce/coupon/enums'
import { type CouponTerms, idsOf } from '@yunji/contract/commerce/coupon/scope'
import { formatRentalTime } from '@yunji/contract/display/time'
import type { Db, Tx } from '../../../platform/database.ts'
import type { GoodsNames } from './coupon-texts.ts'
import { listConfigurationNames, listGoodsNames, listProductNames } from './store.ts'

const idsFor = (all: readonly CouponTerms[], scope: CouponScope): number[] => {
  const lists = all.flatMap((terms) => [
    ...(terms.scopeApplication === scope ? [terms.applicableObjects ?? ''] : []),
    ...(terms.rules ?? []).filter(({ type }) => type === scope).map(({ objectData }) => objectData),
  ])
  return [...new Set(lists.flatMap(idsOf).filter(Number.isSafeInteger))]
}

/** Names of the goods that coupons are limited to; most are not limited and need no query. */
export const readGoodsNames = async (db: Db | Tx, all: readonly CouponTerms[]): Promise<GoodsNames> => {
  const models = idsFor(all, CouponScope.productModel)
  const versions = idsFor(all, CouponScope.cloudVersion)
  const products = idsFor(all, CouponScope.billableTimeProducts)
  return {
    goods: new Map(models.length === 0 ? [] : (await listGoodsNames(db, models)).map(({ id, name }) => [id, name])),
    configurations: new Map(
      versions.length === 0
        ? []
        : (await listConfigurationNames(db, versions)).map(({ id, name, memoryGb }) => [id, `${name} ${memoryGb} GB`]),
    ),
    products: new Map(
      products.length === 0
        ? []
        : (await listProductNames(db, products)).map(({ id, name, hours }) => [
            id,
            `${name} ${formatRentalTime(hours)}`,
          ]),
    ),
  }
}
