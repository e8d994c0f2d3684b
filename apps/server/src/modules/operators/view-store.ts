import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { operatorViews } from '../../tables/operators.ts'

export interface ViewKey {
  readonly operatorId: number
  readonly list: string
  readonly name: string
}

export const listViews = (db: Db | Tx, operatorId: number) =>
  db
    .select({ list: operatorViews.list, name: operatorViews.name, query: operatorViews.query })
    .from(operatorViews)
    .where(eq(operatorViews.operatorId, operatorId))
    .orderBy(asc(operatorViews.savedAt), asc(operatorViews.list), asc(operatorViews.name))

export const writeView = async (tx: Tx, view: ViewKey & { readonly query: string }, savedAt: Date): Promise<void> => {
  const { operatorId, list, name } = operatorViews
  await tx
    .insert(operatorViews)
    .values({ ...view, savedAt })
    .onConflictDoUpdate({ target: [operatorId, list, name], set: { query: view.query, savedAt } })
}

export const deleteView = async (db: Db | Tx, { operatorId, list, name }: ViewKey): Promise<void> => {
  const isOwn = and(
    eq(operatorViews.operatorId, operatorId),
    eq(operatorViews.list, list),
    eq(operatorViews.name, name),
  )
  await db.delete(operatorViews).where(isOwn)
}
