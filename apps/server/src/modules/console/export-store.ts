import { and, asc, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { hasNoJob } from '../../platform/jobs.ts'
import { users } from '../../tables/identity.ts'
import { operatorExports } from '../../tables/operators.ts'

export type ExportRow = typeof operatorExports.$inferSelect

/** Filters of lists whose value can be the id of an account. */
const ID_FILTERS = ['userId', 'ownerId', 'text'] as const

export const exportKey = (exportId: number): string => `exports/${exportId}`

/** Exports of the configured token are everybody's who has it. */
const isOf = (operatorId: number | null) =>
  operatorId === null ? isNull(operatorExports.operatorId) : eq(operatorExports.operatorId, operatorId)

export const insertExport = async (db: Tx, values: typeof operatorExports.$inferInsert): Promise<number> => {
  const [row] = await db.insert(operatorExports).values(values).returning({ id: operatorExports.id })
  return row?.id ?? 0
}

/** Exports begun at the same moment are counted one after the other, those of the configured token too. */
export const lockExportsOf = async (tx: Tx, operatorId: number | null): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('operator exports', ${operatorId ?? 0}::bigint))`)
}

export const countWaitingExports = (tx: Tx, operatorId: number | null): Promise<number> =>
  tx.$count(operatorExports, and(isOf(operatorId), eq(operatorExports.state, 'waiting')))

export const findExport = async (db: Db, exportId: number): Promise<ExportRow | undefined> => {
  const [row] = await db.select().from(operatorExports).where(eq(operatorExports.id, exportId))
  return row
}

export const findOwnExport = async (
  db: Db,
  operatorId: number | null,
  exportId: number,
  now: Date,
): Promise<ExportRow | undefined> => {
  const [row] = await db
    .select()
    .from(operatorExports)
    .where(and(eq(operatorExports.id, exportId), isOf(operatorId), gt(operatorExports.expiresAt, now)))
  return row
}

/** Those of a customer, or without one those of lists. */
export const listOwnExports = (
  db: Db,
  operatorId: number | null,
  userId: number | null,
  limit: number,
): Promise<ExportRow[]> =>
  db
    .select()
    .from(operatorExports)
    .where(and(isOf(operatorId), userId === null ? isNull(operatorExports.userId) : eq(operatorExports.userId, userId)))
    .orderBy(desc(operatorExports.id))
    .limit(limit)

/** False without such an account. Locked, so that it is not erased meanwhile and begins one export at a time. */
export const lockCustomer = async (tx: Tx, userId: number): Promise<boolean> => {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isGuest, false), isNull(users.erasedAt)))
    .for('no key update')
  return found.length > 0
}

export const countRunningExports = (tx: Tx, userId: number, since: Date): Promise<number> =>
  tx.$count(
    operatorExports,
    and(eq(operatorExports.userId, userId), eq(operatorExports.state, 'waiting'), gt(operatorExports.createdAt, since)),
  )

/** Exports of a customer, and those of lists that were filtered by their number, id or exactly their name. */
const isAbout = async (tx: Tx, userId: number) => {
  const { mobilePhone, name } = users
  const [user] = await tx.select({ mobilePhone, name }).from(users).where(eq(users.id, userId))
  const ids = [...ID_FILTERS.map((field) => [field, String(userId)]), ['subject', `user:${userId}`]]
  const filters = ids.map((filter) => `&${new URLSearchParams([filter])}&`)
  if (user && user.name !== '') filters.push(`${new URLSearchParams({ '': user.name })}&`)
  const query = sql`'&' || ${operatorExports.query} || '&'`
  return or(
    eq(operatorExports.userId, userId),
    ...filters.map((filter) => sql`strpos(${query}, ${filter}) > 0`),
    user?.mobilePhone ? sql`strpos(${query}, ${user.mobilePhone}) > 0` : undefined,
  )
}

/** Locked: a run that ends later finds no row, and deletes its file. */
export const lockUserExports = async (tx: Tx, userId: number): Promise<number[]> => {
  const rows = await tx
    .select({ id: operatorExports.id })
    .from(operatorExports)
    .where(await isAbout(tx, userId))
    .for('update')
  return rows.map(({ id }) => id)
}

/** Before the account loses its number and name. */
export const deleteUserExports = async (tx: Tx, userId: number): Promise<void> => {
  await tx.delete(operatorExports).where(await isAbout(tx, userId))
}

const isWaiting = (exportId: number) => and(eq(operatorExports.id, exportId), eq(operatorExports.state, 'waiting'))

/** False when the row is gone, or another run has ended it. */
export const completeExport = async (
  db: Db,
  exportId: number,
  written: Pick<ExportRow, 'rowCount' | 'sizeBytes' | 'isCut'>,
): Promise<boolean> => {
  const ended = await db
    .update(operatorExports)
    .set({ state: 'done', ...written })
    .where(isWaiting(exportId))
    .returning({ id: operatorExports.id })
  return ended.length > 0
}

/** Exports that no job works on any more. */
export const listGivenUp = async (db: Db, job: string, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: operatorExports.id })
    .from(operatorExports)
    .where(
      and(
        eq(operatorExports.state, 'waiting'),
        gt(operatorExports.id, after),
        hasNoJob(job, 'exportId', operatorExports.id),
      ),
    )
    .orderBy(asc(operatorExports.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Not one that a worker taken for dead has ended meanwhile. */
export const failWaiting = async (db: Db, exportId: number): Promise<void> => {
  await db.update(operatorExports).set({ state: 'failed' }).where(isWaiting(exportId))
}

export const listExpired = async (db: Db, now: Date, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: operatorExports.id })
    .from(operatorExports)
    .where(and(lte(operatorExports.expiresAt, now), gt(operatorExports.id, after)))
    .orderBy(asc(operatorExports.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export const deleteExport = async (db: Db, exportId: number): Promise<void> => {
  await db.delete(operatorExports).where(eq(operatorExports.id, exportId))
}
