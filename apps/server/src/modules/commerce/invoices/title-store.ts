import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { invoiceTitles } from '../../../tables/invoices.ts'

export type TitleRow = typeof invoiceTitles.$inferSelect
type TitleFields = Omit<typeof invoiceTitles.$inferInsert, 'id' | 'userId' | 'createdAt'>

const isOwn = (userId: number, titleId: number) => and(eq(invoiceTitles.id, titleId), eq(invoiceTitles.userId, userId))

/** Calls that count or move the default wait for each other. */
export const lockTitles = async (tx: Tx, userId: number): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoice titles', ${userId}::bigint))`)
}

export const listTitles = (db: Db | Tx, userId: number): Promise<TitleRow[]> =>
  db
    .select()
    .from(invoiceTitles)
    .where(eq(invoiceTitles.userId, userId))
    .orderBy(desc(invoiceTitles.isDefault), desc(invoiceTitles.id))

export const findTitle = async (db: Db | Tx, userId: number, titleId: number): Promise<TitleRow | undefined> => {
  const [title] = await db.select().from(invoiceTitles).where(isOwn(userId, titleId))
  return title
}

export const clearDefault = async (tx: Tx, userId: number): Promise<void> => {
  await tx
    .update(invoiceTitles)
    .set({ isDefault: false })
    .where(and(eq(invoiceTitles.userId, userId), invoiceTitles.isDefault))
}

export const insertTitle = async (tx: Tx, title: typeof invoiceTitles.$inferInsert): Promise<TitleRow> => {
  const [inserted] = await tx.insert(invoiceTitles).values(title).returning()
  if (!inserted) throw new Error('a title was not written')
  return inserted
}

export const updateTitle = async (
  tx: Tx,
  userId: number,
  titleId: number,
  fields: TitleFields,
): Promise<TitleRow | undefined> => {
  const [changed] = await tx.update(invoiceTitles).set(fields).where(isOwn(userId, titleId)).returning()
  return changed
}

export const removeTitle = async (tx: Tx, userId: number, titleId: number): Promise<boolean> => {
  const removed = await tx.delete(invoiceTitles).where(isOwn(userId, titleId)).returning({ id: invoiceTitles.id })
  return removed.length > 0
}
