import { and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { bigUserLists, bigUserPrices } from '../../../tables/offers.ts'

export type BigUserRow = typeof bigUserLists.$inferSelect

/** Nothing of a list that is somebody else's, closed, over or never was: all of them look alike. */
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
