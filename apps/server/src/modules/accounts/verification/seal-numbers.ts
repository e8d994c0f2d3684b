import { and, asc, eq, gt, notLike, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { reseal, type SealedColumn } from '../../../platform/reseal.ts'
import { formOf, isSealed, type SealedTexts } from '../../../platform/sealed-texts.ts'
import { verifications } from '../../../tables/identity.ts'

const placeOf = (userId: number): string => `verification of ${userId}`

export const sealNumber = (texts: SealedTexts, userId: number, number: string): string =>
  texts.seal(number, placeOf(userId))

/** Empty when the key that it was sealed with is gone: the rest of a request can still be shown. */
export const openNumber = (texts: SealedTexts, { userId, number }: { userId: number; number: string }): string =>
  isSealed(number) ? (texts.open(number, placeOf(userId)) ?? '') : number

const { id, userId, number } = verifications

/** Numbers of identity cards and companies. */
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

/** Seals what lies open, or was sealed with an older key. */
export const sealNumbersJob = (db: Db, log: Logger, texts: SealedTexts): Job<object> => ({
  name: 'verification.sealNumbers',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '37 * * * *',
  run: async () => void (await reseal(db, log, texts, sealedNumbers)),
})
