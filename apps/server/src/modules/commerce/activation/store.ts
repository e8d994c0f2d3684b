import type { ActivationCodeState } from '@yunji/contract/commerce/activation/schema'
import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { and, asc, desc, eq, gt, lte, not, notLike, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { formOf } from '../../../platform/sealed-texts.ts'
import { activationCodes, activationGoods } from '../../../tables/activation.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { devices } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'

export type CodeRow = typeof activationCodes.$inferSelect

/** The product of a code, as the wire describes it. */
export const codeProductColumns = {
  goodsName: goods.name,
  goodsLevel: goods.goodsLevel,
  configId: goodsConfigurations.id,
  cpuCores: goodsConfigurations.cpuCores,
  memoryGb: goodsConfigurations.memoryGb,
  storageGb: goodsConfigurations.storageGb,
  version: goodsConfigurations.version,
  goodTime: billableProducts.goodTimeHours,
}

/** The database holds levels as numbers. */
const toCodeProduct = <Row extends { goodsLevel: number }>(row: Row) => ({
  ...row,
  goodsLevel: Object.values(GoodsLevel).find((level) => level === row.goodsLevel) ?? GoodsLevel.enjoy,
})

/** Expiry follows from the clock, no job writes it. */
export const codeStateAt = ({ state, expiresAt }: CodeRow, now: Date): ActivationCodeState =>
  state === 'unused' && expiresAt <= now ? 'expired' : state

export const isInState = (state: ActivationCodeState, now: Date): SQL | undefined => {
  if (state === 'unused') return and(eq(activationCodes.state, 'unused'), gt(activationCodes.expiresAt, now))
  if (state === 'expired') return and(eq(activationCodes.state, 'unused'), lte(activationCodes.expiresAt, now))
  return eq(activationCodes.state, state)
}

/** Products that are sold as codes, at the regular price: a code is passed on, terms of a person are not. */
export const listActivationGoods = async (db: Db | Tx, productId?: number) => {
  const rows = await db
    .select({
      ...codeProductColumns,
      id: billableProducts.id,
      goodId: goods.id,
      goodPrice: billableProducts.priceCents,
      validDays: activationGoods.validDays,
    })
    .from(activationGoods)
    .innerJoin(billableProducts, eq(billableProducts.id, activationGoods.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(
      and(
        activationGoods.isListed,
        billableProducts.isListed,
        goodsConfigurations.isListed,
        goods.isListed,
        eq(billableProducts.isMetered, false),
        productId === undefined ? undefined : eq(billableProducts.id, productId),
      ),
    )
    .orderBy(asc(activationGoods.position), asc(billableProducts.id))
  return rows.map(toCodeProduct)
}

const MOST_CODE_GOODS = 500

/** All products that are or were sold as codes, for operators. */
export const listCodeGoods = (db: Db) =>
  db
    .select({
      productId: activationGoods.productId,
      goodsName: goods.name,
      cpuCores: goodsConfigurations.cpuCores,
      memoryGb: goodsConfigurations.memoryGb,
      storageGb: goodsConfigurations.storageGb,
      version: goodsConfigurations.version,
      isVideoEdition: goodsConfigurations.isVideoEdition,
      goodTime: billableProducts.goodTimeHours,
      priceCents: billableProducts.priceCents,
      validDays: activationGoods.validDays,
      isListed: activationGoods.isListed,
      isOnSale: sql<boolean>`${billableProducts.isListed} and ${goodsConfigurations.isListed} and ${goods.isListed}`,
    })
    .from(activationGoods)
    .innerJoin(billableProducts, eq(billableProducts.id, activationGoods.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .orderBy(asc(activationGoods.position), asc(activationGoods.productId))
    .limit(MOST_CODE_GOODS)

export const findCodeGoods = async (tx: Tx, productId: number) => {
  const [found] = await tx.select().from(activationGoods).where(eq(activationGoods.productId, productId))
  return found
}

/** A new one stands where its goods do. False where there is no such prepaid product. */
export const saveCodeGoods = async (
  tx: Tx,
  { productId, ...terms }: Pick<typeof activationGoods.$inferSelect, 'productId' | 'validDays' | 'isListed'>,
): Promise<boolean> => {
  const [product] = await tx
    .select({ position: goods.position })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(and(eq(billableProducts.id, productId), eq(billableProducts.isMetered, false)))
  if (!product) return false
  await tx
    .insert(activationGoods)
    .values({ productId, ...terms, ...product })
    .onConflictDoUpdate({ target: activationGoods.productId, set: terms })
  return true
}

export const insertCodes = async (tx: Tx, codes: (typeof activationCodes.$inferInsert)[]): Promise<void> => {
  await tx.insert(activationCodes).values(codes)
}

interface CodeQuery {
  readonly page: number
  readonly rows: number
  readonly state?: ActivationCodeState | undefined
}

/** One page of an owner's codes, newest first, with the redeemer's phone number, and the number of all of them. */
export const listCodes = async (db: Db, ownerId: number, { page, rows, state }: CodeQuery, now: Date) => {
  const isListed = and(eq(activationCodes.ownerId, ownerId), state && isInState(state, now))
  const [found, total] = await Promise.all([
    db
      .select({
        code: activationCodes,
        // Codes of an owner were bought.
        orderId: sql`${activationCodes.orderId}`.mapWith(Number),
        product: codeProductColumns,
        phone: users.mobilePhone,
      })
      .from(activationCodes)
      .innerJoin(billableProducts, eq(billableProducts.id, activationCodes.productId))
      .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
      .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
      .leftJoin(users, eq(users.id, activationCodes.usedBy))
      .where(isListed)
      .orderBy(desc(activationCodes.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(activationCodes, isListed),
  ])
  return { found: found.map(({ product, ...row }) => ({ ...row, product: toCodeProduct(product) })), total }
}

export const findCode = async (db: Db, digest: Buffer) => {
  const [found] = await db
    .select({ code: activationCodes, product: codeProductColumns })
    .from(activationCodes)
    .innerJoin(billableProducts, eq(billableProducts.id, activationCodes.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(eq(activationCodes.digest, digest))
  return found && { code: found.code, product: toCodeProduct(found.product) }
}

/** An owner's prepaid devices of a configuration, those first that end first. */
export const listPrepaidDevices = (db: Db, ownerId: number, configId: number) =>
  db
    .select({ id: devices.id, name: devices.name, expiresAt: devices.expiresAt, state: devices.state })
    .from(devices)
    .where(
      and(eq(devices.ownerId, ownerId), eq(devices.configId, configId), not(devices.isMetered), not(devices.isTrial)),
    )
    .orderBy(asc(devices.expiresAt), asc(devices.id))

export const countUnusedCodes = (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  db.$count(activationCodes, and(eq(activationCodes.ownerId, userId), isInState('unused', now)))

/** Revokes the unused codes of an owner whose account is deleted. */
export const revokeUnusedCodes = async (tx: Tx, userId: number): Promise<void> => {
  await tx
    .update(activationCodes)
    .set({ state: 'returned' })
    .where(and(eq(activationCodes.ownerId, userId), eq(activationCodes.state, 'unused')))
}

/** Codes that are not sealed with this prefix, by id. */
export const listSealedCodes = (db: Db | Tx, prefix: string, afterId: number, limit: number) =>
  db
    .select({ id: activationCodes.id, digest: activationCodes.digest, text: activationCodes.sealedCode })
    .from(activationCodes)
    .where(and(gt(activationCodes.id, afterId), notLike(activationCodes.sealedCode, `${prefix}%`)))
    .orderBy(asc(activationCodes.id))
    .limit(limit)

/** Replaces a sealed code unless it has changed since it was read. */
export const replaceSealedCode = (db: Db | Tx, { id, text }: { id: number; text: string }, sealed: string) =>
  db
    .update(activationCodes)
    .set({ sealedCode: sealed })
    .where(and(eq(activationCodes.id, id), eq(activationCodes.sealedCode, text)))

export const countSealedForms = (db: Db | Tx) =>
  db
    .select({ form: formOf(activationCodes.sealedCode), count: sql<number>`count(*)::int` })
    .from(activationCodes)
    .groupBy(sql`1`)
