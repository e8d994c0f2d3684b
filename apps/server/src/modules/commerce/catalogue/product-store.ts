import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { PriceTerms } from '@yunji/contract/commerce/commodity/pricing'
import type { ProductRecord } from '@yunji/contract/operator/goods-records'
import { and, asc, desc, eq, exists, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Place } from '../../../platform/keyset.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  goods,
  goodsConfigurations,
  priceChanges,
  zoneStock,
} from '../../../tables/catalogue.ts'

/** Choice of products, as the wire has it. */
export interface ProductFilter {
  readonly text?: string | undefined
  readonly goodId?: number | undefined
  readonly configId?: number | undefined
  readonly zoneId?: number | undefined
  readonly goodsLevel?: number | undefined
  readonly version?: string | undefined
  readonly goodTime?: number | undefined
  readonly kind?: 'prepaid' | 'metered' | undefined
  readonly onSale?: 'yes' | 'no' | undefined
  readonly hasFirstPrice?: 'yes' | 'no' | undefined
}

const isOnSale = sql<boolean>`(${goods.isListed} and ${goodsConfigurations.isListed} and ${billableProducts.isListed})`

const given = <Value>(value: Value | undefined, condition: (value: Value) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : condition(value)

const matchesText = (text: string): SQL | undefined =>
  text === ''
    ? undefined
    : or(
        ilike(goods.name, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
        /^\d{1,15}$/.test(text) ? eq(billableProducts.id, Number(text)) : undefined,
      )

const isInZone = (db: Db | Tx, zoneId: number): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(zoneStock)
      .where(and(eq(zoneStock.configId, billableProducts.configId), eq(zoneStock.zoneId, zoneId))),
  )

const isChosen = (db: Db | Tx, filter: ProductFilter): SQL | undefined =>
  and(
    given(filter.text, matchesText),
    given(filter.goodId, (id) => eq(goods.id, id)),
    given(filter.configId, (id) => eq(billableProducts.configId, id)),
    given(filter.zoneId, (id) => isInZone(db, id)),
    given(filter.goodsLevel, (level) => eq(goods.goodsLevel, level)),
    given(filter.version, (version) => sql`${goodsConfigurations.version} = ${version}`),
    given(filter.goodTime, (hours) => eq(billableProducts.goodTimeHours, hours)),
    given(filter.kind, (kind) => eq(billableProducts.isMetered, kind === 'metered')),
    given(filter.onSale, (answer) => sql`${isOnSale} = ${answer === 'yes'}`),
    given(filter.hasFirstPrice, (answer) => (answer === 'yes' ? isNotNull : isNull)(billableProducts.firstPriceCents)),
  )

/** Enabled activities of a product that have not ended. */
const openActivities = (now: Date) => sql<ProductRecord['activities']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'activityId', ${activities.id}, 'name', ${activities.name}, 'kind', ${activities.kind},
    'priceCents', ${activityProducts.priceCents},
    'startsAt', floor(extract(epoch from ${activities.startsAt}) * 1000),
    'endsAt', floor(extract(epoch from ${activities.endsAt}) * 1000)
  ) order by ${activities.startsAt}, ${activities.id}), '[]')
  from ${activityProducts} join ${activities} on ${eq(activities.id, activityProducts.activityId)}
  where ${activityProducts.productId} = ${billableProducts.id} and ${activities.isEnabled} and ${activities.endsAt} > ${now}
)`

const fields = (now: Date) => ({
  productId: billableProducts.id,
  goodId: goods.id,
  goodsName: goods.name,
  goodsLevel: sql<GoodsLevel>`${goods.goodsLevel}`,
  configId: goodsConfigurations.id,
  cpuCores: goodsConfigurations.cpuCores,
  memoryGb: goodsConfigurations.memoryGb,
  storageGb: goodsConfigurations.storageGb,
  version: goodsConfigurations.version,
  isVideoEdition: goodsConfigurations.isVideoEdition,
  goodTime: billableProducts.goodTimeHours,
  isMetered: billableProducts.isMetered,
  isOnSale,
  priceCents: billableProducts.priceCents,
  oldPriceCents: billableProducts.oldPriceCents,
  firstPriceCents: billableProducts.firstPriceCents,
  activities: openActivities(now),
})

const selectProducts = (db: Db | Tx, where: SQL | undefined, now: Date) =>
  db
    .select(fields(now))
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(where)
    .orderBy(
      asc(goods.position),
      asc(goods.id),
      asc(goodsConfigurations.position),
      asc(goodsConfigurations.id),
      asc(billableProducts.isMetered),
      asc(billableProducts.goodTimeHours),
      asc(billableProducts.id),
    )

export const listProducts = (
  db: Db | Tx,
  filter: ProductFilter,
  now: Date,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ProductRecord[]> => selectProducts(db, isChosen(db, filter), now).limit(limit).offset(offset)

export const countProducts = async (db: Db, filter: ProductFilter): Promise<number> => {
  const [found] = await db
    .select({ total: sql`count(*)`.mapWith(Number) })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(isChosen(db, filter))
  return found?.total ?? 0
}

/** Locks products against a change of their price, in one order for all. */
export const lockProducts = async (tx: Tx, productIds: readonly number[], now: Date): Promise<ProductRecord[]> => {
  if (productIds.length === 0) return []
  const isOne = inArray(billableProducts.id, [...productIds])
  await tx
    .select({ id: billableProducts.id })
    .from(billableProducts)
    .where(isOne)
    .orderBy(asc(billableProducts.id))
    .for('no key update')
  // Read by a statement of its own: it sees what the lock waited for.
  return selectProducts(tx, isOne, now)
}

export const findPrice = async (tx: Tx, productId: number): Promise<PriceTerms | undefined> => {
  const { priceCents, oldPriceCents, firstPriceCents } = billableProducts
  const [found] = await tx
    .select({ priceCents, oldPriceCents, firstPriceCents })
    .from(billableProducts)
    .where(eq(billableProducts.id, productId))
  return found
}

interface PriceChange {
  readonly productId: number
  /** Null for a new product. */
  readonly before: PriceTerms | null
  readonly after: PriceTerms
}

interface ChangedBy {
  readonly operatorName: string
  readonly at: Date
}

/** Sets prices of locked products and adds them to the history, in one statement each: the catalogue gets one new version. */
export const changePrices = async (tx: Tx, changes: readonly PriceChange[], by: ChangedBy): Promise<void> => {
  const rows = changes.map(({ productId, after }) => ({ productId, ...after }))
  await tx.execute(sql`
    update billable_products p
    set price_cents = next."priceCents", old_price_cents = next."oldPriceCents", first_price_cents = next."firstPriceCents"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as next ("productId" bigint, "priceCents" bigint, "oldPriceCents" bigint, "firstPriceCents" bigint)
    where p.id = next."productId"`)
  await insertPriceChanges(tx, changes, by)
}

export const insertPriceChanges = async (
  tx: Tx,
  changes: readonly PriceChange[],
  { operatorName, at }: ChangedBy,
): Promise<void> => {
  if (changes.length === 0) return
  await tx
    .insert(priceChanges)
    .values(changes.map(({ productId, before, after }) => ({ productId, before, after, operatorName, validFrom: at })))
}

/** Changes of one product or of all, the newest first. */
export const listPriceChanges = (db: Db, productId: number | undefined, place: Place | undefined, limit: number) =>
  db
    .select({
      id: priceChanges.id,
      productId: priceChanges.productId,
      goodsName: goods.name,
      goodTime: billableProducts.goodTimeHours,
      isMetered: billableProducts.isMetered,
      operatorName: priceChanges.operatorName,
      validFrom: priceChanges.validFrom,
      before: priceChanges.before,
      after: priceChanges.after,
    })
    .from(priceChanges)
    .innerJoin(billableProducts, eq(billableProducts.id, priceChanges.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        given(productId, (id) => eq(priceChanges.productId, id)),
        given(place, ({ id }) => lt(priceChanges.id, id)),
      ),
    )
    .orderBy(desc(priceChanges.id))
    .limit(limit)
