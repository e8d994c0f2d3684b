import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { spaceGrants } from '../../tables/recharge.ts'
import { spaceUsage } from '../../tables/space.ts'

export interface OverRow {
  readonly userId: number
}

/** Users who are over their quota, or were when it was last looked at. */
export const listOver = (db: Db, now: Date, after: OverRow | undefined, limit: number): Promise<OverRow[]> => {
  const used = sql`${spaceUsage.fileBytes} + ${spaceUsage.backupBytes}`
  const bought = sql`(select coalesce(sum(${spaceGrants.sizeGb}), 0) from ${spaceGrants}
    where ${spaceGrants.userId} = ${spaceUsage.userId} and ${spaceGrants.endsAt} > ${now})`
  // The literal is the condition of the index.
  const isOver = and(
    sql`${used} > ${sql.raw(String(SPACE_FREE_BYTES))}`,
    sql`${used} > ${SPACE_FREE_BYTES}::bigint + ${bought} * ${gigabytes(1)}::bigint`,
  )
  return db
    .select({ userId: spaceUsage.userId })
    .from(spaceUsage)
    .where(and(gt(spaceUsage.userId, after?.userId ?? 0), or(isOver, isNotNull(spaceUsage.overSince))))
    .orderBy(asc(spaceUsage.userId))
    .limit(limit)
}

export const setOverSince = async (tx: Tx, userId: number, overSince: Date | null): Promise<void> => {
  await tx.update(spaceUsage).set({ overSince }).where(eq(spaceUsage.userId, userId))
}
