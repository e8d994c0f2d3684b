import { and, asc, eq, gt, notLike, sql } from 'drizzle-orm'
import type { SealedColumn } from '../../../platform/reseal.ts'
import { formOf } from '../../../platform/sealed-texts.ts'
import { verifications } from '../../../tables/identity.ts'

export const placeOf = (userId: number): string => `verification of ${userId}`

const { id, userId, number } = verifications

/** Sealed numbers of identity cards and companies. */
export const sealedNumbers: SealedColumn = {
  name: 'verification',
  list: async (db, prefix, after, limit) => {
    const rows = await db
      .select({ id, userId, text: number })
      .from(verifications)
      .where(and(gt(id, after), notLike(number, `${prefix}%`)))
      .orderBy(asc(id))
      .limit(limit)
    return rows.map((row) => ({ ...row, place: placeOf(row.userId) }))
  },
  replace: (db, row, text) =>
    db
      .update(verifications)
      .set({ number: text })
      .where(and(eq(id, row.id), eq(number, row.text))),
  count: (db) =>
    db
      .select({ form: formOf(number), count: sql<number>`count(*)::int` })
      .from(verifications)
      .groupBy(sql`1`),
}
