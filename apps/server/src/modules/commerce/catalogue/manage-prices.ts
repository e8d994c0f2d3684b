import { createHash } from 'node:crypto'
import {
  isSamePrice,
  type PriceTerms,
  priceRefusalOf,
  priceRefusalTexts,
  type RepriceRule,
  repriced,
} from '@yunji/contract/commerce/commodity/pricing'
import { formatYuan } from '@yunji/contract/display/money'
import type { ProductRecord, RepriceLine } from '@yunji/contract/operator/goods-records'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../../platform/keyset.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { CatalogueDeps } from './get-goods.ts'
import {
  changePrices,
  countProducts,
  listPriceChanges,
  listProducts,
  lockProducts,
  type ProductFilter,
} from './product-store.ts'

const MOST_REPRICED = 400

export const searchProducts =
  ({ database: { db }, clock }: CatalogueDeps) =>
  async ({ page, rows, ...filter }: ProductFilter & { readonly page: number; readonly rows: number }) => {
    const found = await listProducts(db, filter, clock.now(), { limit: rows, offset: (page - 1) * rows })
    return pageOf(found, page, rows, await countProducts(db, filter))
  }

export const getPriceHistory =
  ({ database: { db } }: CatalogueDeps) =>
  async ({ productId, cursor }: { readonly productId?: number | undefined; readonly cursor?: string | undefined }) => {
    const found = await listPriceChanges(db, productId, placeOf(cursor, false), PAGE_ROWS + 1)
    return keysetPage(found, PAGE_ROWS, ({ id, validFrom, ...change }) => ({
      changeId: id,
      ...change,
      validFrom: validFrom.getTime(),
    }))
  }

const termsOf = ({ priceCents, oldPriceCents, firstPriceCents }: PriceTerms): PriceTerms => ({
  priceCents,
  oldPriceCents,
  firstPriceCents,
})

const refusalOf = (product: ProductRecord, next: PriceTerms) =>
  priceRefusalOf(next, {
    isMetered: product.isMetered,
    activityCents: product.activities.map(({ priceCents }) => priceCents),
  })

interface NewPrice extends PriceTerms {
  readonly productId: number
  /** Prices that the operator saw. */
  readonly seen: PriceTerms
}

/** Of two operators who saw the same price, the second is told the new one. */
export const setPrice =
  ({ database: { db }, clock }: CatalogueDeps) =>
  ({ productId, seen, ...after }: NewPrice, operatorName: string): Promise<void> =>
    db.transaction(async (tx) => {
      const at = clock.now()
      const [product] = await lockProducts(tx, [productId], at)
      if (!product) throw new AppError('GOODS_NOT_EXIST')
      const before = termsOf(product)
      if (!isSamePrice(before, seen)) {
        throw new AppError('PRICE_INCONSISTENT', { text: '价格刚刚被修改过，请按现在的价格再改', data: before })
      }
      if (isSamePrice(before, after)) throw new AppError('BAD_INPUT', { text: '价格没有变化' })
      const refusal = refusalOf(product, after)
      if (refusal) throw new AppError('BAD_INPUT', { text: priceRefusalTexts[refusal] })
      await changePrices(tx, [{ productId, before, after }], { operatorName, at })
    })

type Repricing = ProductFilter & RepriceRule

const chosenProducts = async (db: Db | Tx, filter: ProductFilter, now: Date): Promise<ProductRecord[]> => {
  const found = await listProducts(db, filter, now, { limit: MOST_REPRICED + 1, offset: 0 })
  if (found.length > MOST_REPRICED) {
    throw new AppError('BAD_INPUT', { text: `一次最多调整 ${MOST_REPRICED} 个商品，请缩小范围` })
  }
  return found
}

const planReprice = (products: readonly ProductRecord[], rule: RepriceRule) => {
  const lines = products.flatMap((product): RepriceLine[] => {
    const { activities: _activities, priceCents, oldPriceCents, firstPriceCents, ...facts } = product
    const before = { priceCents, oldPriceCents, firstPriceCents }
    const after = repriced(before, rule)
    return isSamePrice(before, after) ? [] : [{ ...facts, before, after, refusal: refusalOf(product, after) }]
  })
  const named = lines.map(({ productId, before, after, refusal }) => [
    productId,
    termsOf(before),
    termsOf(after),
    refusal,
  ])
  const digest = createHash('sha256').update(JSON.stringify(named)).digest('hex')
  return { lines, unchanged: products.length - lines.length, digest }
}

export const previewReprice =
  ({ database: { db }, clock }: CatalogueDeps) =>
  async ({ by, change, target, rounding, ...filter }: Repricing) =>
    planReprice(await chosenProducts(db, filter, clock.now()), { by, change, target, rounding })

/** Changes the prices of a dry run, or none of them. */
export const applyReprice =
  ({ database: { db }, clock }: CatalogueDeps) =>
  (
    { digest, by, change, target, rounding, ...filter }: Repricing & { readonly digest: string },
    operatorName: string,
  ) =>
    db.transaction(async (tx) => {
      const at = clock.now()
      const chosen = await chosenProducts(tx, filter, at)
      await lockProducts(
        tx,
        chosen.map(({ productId }) => productId),
        at,
      )
      const plan = planReprice(await chosenProducts(tx, filter, at), { by, change, target, rounding })
      if (plan.digest !== digest) {
        throw new AppError('PRICE_INCONSISTENT', { text: '试算之后有价格或商品变化，请重新试算' })
      }
      const changes = plan.lines.filter(({ refusal }) => refusal === null)
      if (changes.length === 0) throw new AppError('BAD_INPUT', { text: '没有可以调整的价格' })
      await changePrices(tx, changes, { operatorName, at })
      return { productIds: changes.map(({ productId }) => productId) }
    })

const yuan = (cents: number | null): string => (cents === null ? '-' : formatYuan(cents, { groupsThousands: false }))

/** Prices of the chosen products for the audit log, in a short form: all of them must fit into one entry. */
export const pricesForAudit = async (tx: Tx, filter: ProductFilter, now: Date): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await chosenProducts(tx, filter, now)).map(({ productId, priceCents, oldPriceCents, firstPriceCents }) => [
      productId,
      [priceCents, oldPriceCents, firstPriceCents].map(yuan).join('/'),
    ]),
  )
