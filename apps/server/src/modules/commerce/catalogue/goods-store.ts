import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations, zoneStock } from '../../../tables/catalogue.ts'

type GoodsRow = typeof goods.$inferSelect
export type ConfigurationRow = typeof goodsConfigurations.$inferSelect
type ProductRow = typeof billableProducts.$inferSelect

export interface GoodsFilter {
  readonly goodsLevel?: number | undefined
  readonly onSale?: 'yes' | 'no' | undefined
}

const isChosen = ({ goodsLevel, onSale }: GoodsFilter): SQL | undefined =>
  and(
    goodsLevel === undefined ? undefined : eq(goods.goodsLevel, goodsLevel),
    onSale === undefined ? undefined : eq(goods.isListed, onSale === 'yes'),
  )

/** Goods on sale and off sale, in the order of customers. */
export const listAllGoods = (
  db: Db,
  filter: GoodsFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<GoodsRow[]> =>
  db
    .select()
    .from(goods)
    .where(isChosen(filter))
    .orderBy(asc(goods.position), asc(goods.id))
    .limit(limit)
    .offset(offset)

export const countAllGoods = (db: Db, filter: GoodsFilter): Promise<number> => db.$count(goods, isChosen(filter))

const phonesOfConfiguration = sql`coalesce((
  select sum(s.rented + s.reserved) from ${zoneStock} s where s.config_id = ${goodsConfigurations.id}
), 0)`.mapWith(Number)

/** Configurations with the number of phones that customers have or have ordered. */
export const listAllConfigurations = (db: Db | Tx, goodIds: readonly number[]) =>
  db
    .select({ configuration: goodsConfigurations, phoneCount: phonesOfConfiguration })
    .from(goodsConfigurations)
    .where(inArray(goodsConfigurations.goodId, [...goodIds]))
    .orderBy(asc(goodsConfigurations.position), asc(goodsConfigurations.id))

export const listAllProducts = (db: Db, configIds: readonly number[]): Promise<ProductRow[]> =>
  db
    .select()
    .from(billableProducts)
    .where(inArray(billableProducts.configId, [...configIds]))
    .orderBy(asc(billableProducts.isMetered), asc(billableProducts.goodTimeHours))

export const findGoods = async (db: Db | Tx, goodId: number): Promise<GoodsRow | undefined> => {
  const [found] = await db.select().from(goods).where(eq(goods.id, goodId))
  return found
}

export const insertGoods = async (tx: Tx, values: typeof goods.$inferInsert): Promise<number> => {
  const [added] = await tx.insert(goods).values(values).returning({ id: goods.id })
  if (!added) throw new Error('goods were not written')
  return added.id
}

/** False where there are no such goods. */
export const updateGoods = async (tx: Tx, goodId: number, values: Partial<GoodsRow>): Promise<boolean> => {
  const changed = await tx.update(goods).set(values).where(eq(goods.id, goodId)).returning({ id: goods.id })
  return changed.length > 0
}

/** Locked with its stock, zone by zone as orders lock it: the number of phones stays until the transaction ends. */
export const lockConfiguration = async (tx: Tx, configId: number) => {
  await tx
    .select({ id: goodsConfigurations.id })
    .from(goodsConfigurations)
    .where(eq(goodsConfigurations.id, configId))
    .for('no key update')
  await tx
    .select({ zoneId: zoneStock.zoneId })
    .from(zoneStock)
    .where(eq(zoneStock.configId, configId))
    .orderBy(asc(zoneStock.zoneId))
    .for('update')
  const [found] = await tx
    .select({ configuration: goodsConfigurations, phoneCount: phonesOfConfiguration })
    .from(goodsConfigurations)
    .where(eq(goodsConfigurations.id, configId))
  return found
}

/** Codes, bought or of a batch, that can still be redeemed for a phone of the configuration. */
export const countRedeemableCodes = async (tx: Tx, configId: number, now: Date): Promise<number> => {
  const products = tx
    .select({ id: billableProducts.id })
    .from(billableProducts)
    .where(eq(billableProducts.configId, configId))
  const { productId, state, expiresAt } = activationCodes
  return tx.$count(activationCodes, and(inArray(productId, products), eq(state, 'unused'), gt(expiresAt, now)))
}

export const findConfiguration = async (tx: Tx, configId: number): Promise<ConfigurationRow | undefined> => {
  const [found] = await tx.select().from(goodsConfigurations).where(eq(goodsConfigurations.id, configId))
  return found
}

export const insertConfiguration = async (tx: Tx, values: typeof goodsConfigurations.$inferInsert): Promise<number> => {
  const [added] = await tx.insert(goodsConfigurations).values(values).returning({ id: goodsConfigurations.id })
  if (!added) throw new Error('a configuration was not written')
  return added.id
}

export const updateConfiguration = async (tx: Tx, configId: number, values: Partial<ConfigurationRow>) => {
  await tx.update(goodsConfigurations).set(values).where(eq(goodsConfigurations.id, configId))
}

/** Undefined where the configuration has a product of this duration already. */
export const insertProduct = async (
  tx: Tx,
  values: typeof billableProducts.$inferInsert,
): Promise<number | undefined> => {
  const [added] = await tx
    .insert(billableProducts)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: billableProducts.id })
  return added?.id
}

export const findProductListed = async (tx: Tx, productId: number) => {
  const [found] = await tx
    .select({ isListed: billableProducts.isListed })
    .from(billableProducts)
    .where(eq(billableProducts.id, productId))
  return found
}

/** False where there is no such product. */
export const setProductListed = async (tx: Tx, productId: number, isListed: boolean): Promise<boolean> => {
  const changed = await tx
    .update(billableProducts)
    .set({ isListed })
    .where(eq(billableProducts.id, productId))
    .returning({ id: billableProducts.id })
  return changed.length > 0
}
