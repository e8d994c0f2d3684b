import { and, asc, desc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { operatorExports } from '../../tables/operators.ts'

export type ExportRow = typeof operatorExports.$inferSelect

/** Exports of the configured token are everybody's who has it. */
const isOf = (operatorId: number | null) =>
  operatorId === null ? isNull(operatorExports.operatorId) : eq(operatorExports.operatorId, operatorId)

export const insertExport = async (db: Db, values: typeof operatorExports.$inferInsert): Promise<number> => {
  const [row] = await db.insert(operatorExports).values(values).returning({ id: operatorExports.id })
  return row?.id ?? 0
}

export const countWaitingExports = (db: Db, operatorId: number | null): Promise<number> =>
  db.$count(operatorExports, and(isOf(operatorId), eq(operatorExports.state, 'waiting')))

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

export const listOwnExports = (db: Db, operatorId: number | null, limit: number): Promise<ExportRow[]> =>
  db.select().from(operatorExports).where(isOf(operatorId)).orderBy(desc(operatorExports.id)).limit(limit)

export const endExport = async (
  db: Db,
  exportId: number,
  values: Partial<Pick<ExportRow, 'state' | 'rowCount' | 'sizeBytes'>>,
): Promise<void> => {
  await db.update(operatorExports).set(values).where(eq(operatorExports.id, exportId))
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
