import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { spaceGrants } from '../../tables/recharge.ts'

/** What somebody has bought and that has not ended. */
export const boughtGb = async (db: Db | Tx, userId: number, now: Date): Promise<number> => {
  const [row] = await db
    .select({ sizeGb: sql`coalesce(sum(${spaceGrants.sizeGb}), 0)`.mapWith(Number) })
    .from(spaceGrants)
    .where(and(eq(spaceGrants.userId, userId), gt(spaceGrants.endsAt, now)))
  return row?.sizeGb ?? 0
}

/** Room for files, and how much of it they take; nothing is kept there yet. */
export const findSpace = async (db: Db | Tx, userId: number, now: Date) => ({
  quotaBytes: SPACE_FREE_BYTES + gigabytes(await boughtGb(db, userId, now)),
  usedBytes: 0,
})
