import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Place } from '../../../platform/keyset.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { users } from '../../../tables/identity.ts'
import { bigUserLists, bigUserPrices } from '../../../tables/offers.ts'

export type BigUserRow = typeof bigUserLists.$inferSelect

/** Undefined for another user's list and for one that is closed, expired or unknown. */
export const findList = async (
  db: Db | Tx,
  userId: number,
  linkCode: string,
  now: Date,
): Promise<BigUserRow | undefined> => {
  const [list] = await db
    .select()
    .from(bigUserLists)
    .where(
      and(
        eq(bigUserLists.linkCode, linkCode),
        eq(bigUserLists.userId, userId),
        isNull(bigUserLists.closedAt),
        or(isNull(bigUserLists.expiresAt), gt(bigUserLists.expiresAt, now)),
      ),
    )
  return list
}

/** The agreed prices of a list, by product. */
export const findPrices = async (db: Db | Tx, listId: number): Promise<ReadonlyMap<number, number>> => {
  const rows = await db
    .select()
    .from(bigUserPrices)
    .where(eq(bigUserPrices.listId, listId))
    .orderBy(asc(bigUserPrices.productId))
  return new Map(rows.map(({ productId, priceCents }) => [productId, priceCents]))
}

export const hasUser = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.$count(users, eq(users.id, userId))) > 0

export const insertList = async (
  tx: Tx,
  list: typeof bigUserLists.$inferInsert,
  prices: ReadonlyMap<number, number>,
): Promise<void> => {
  const [inserted] = await tx.insert(bigUserLists).values(list).returning({ id: bigUserLists.id })
  await tx
    .insert(bigUserPrices)
    .values([...prices].map(([productId, priceCents]) => ({ listId: inserted?.id ?? 0, productId, priceCents })))
}

/** Closes a list, once; undefined when there is no such list. */
export const closeList = async (tx: Tx, linkCode: string, now: Date): Promise<BigUserRow | undefined> => {
  const [list] = await tx
    .update(bigUserLists)
    .set({ closedAt: sql`coalesce(${bigUserLists.closedAt}, ${now})` })
    .where(eq(bigUserLists.linkCode, linkCode))
    .returning()
  return list
}

export type ListState = 'open' | 'expired' | 'closed'

const isUnexpired = (now: Date): SQL | undefined => or(isNull(bigUserLists.expiresAt), gt(bigUserLists.expiresAt, now))

const isInState = (state: ListState, now: Date): SQL | undefined => {
  if (state === 'closed') return isNotNull(bigUserLists.closedAt)
  if (state === 'expired') return and(isNull(bigUserLists.closedAt), lte(bigUserLists.expiresAt, now))
  return and(isNull(bigUserLists.closedAt), isUnexpired(now))
}

export const listLists = (
  db: Db,
  { userId, state }: { readonly userId?: number | undefined; readonly state?: ListState | undefined },
  place: Place | undefined,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<BigUserRow[]> =>
  db
    .select()
    .from(bigUserLists)
    .where(
      and(
        userId === undefined ? undefined : eq(bigUserLists.userId, userId),
        state && isInState(state, now),
        place && lt(bigUserLists.id, place.id),
      ),
    )
    .orderBy(desc(bigUserLists.id))
    .limit(limit)

/** Prices of lists with the names of their goods. */
export const listPrices = (db: Db, listIds: readonly number[]) =>
  db
    .select({
      listId: bigUserPrices.listId,
      productId: bigUserPrices.productId,
      priceCents: bigUserPrices.priceCents,
      goodsName: goods.name,
      memoryGb: goodsConfigurations.memoryGb,
      hours: billableProducts.goodTimeHours,
    })
    .from(bigUserPrices)
    .innerJoin(billableProducts, eq(billableProducts.id, bigUserPrices.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(bigUserPrices.listId, [...listIds]))
    .orderBy(asc(bigUserPrices.productId))
