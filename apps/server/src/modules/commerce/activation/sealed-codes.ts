import { and, asc, eq, gt, notLike, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { reseal, type SealedColumn } from '../../../platform/reseal.ts'
import { formOf, type SealedTexts } from '../../../platform/sealed-texts.ts'
import { activationCodes } from '../../../tables/activation.ts'
import { sealContext } from './mint-codes.ts'

const { id, digest, sealedCode } = activationCodes

/** Activation codes, which their buyers may look at again. */
export const sealedCodes: SealedColumn = {
  name: 'activation',
  list: async (db, prefix, after, limit) => {
    const rows = await db
      .select({ id, digest, text: sealedCode })
      .from(activationCodes)
      .where(and(gt(id, after), notLike(sealedCode, `${prefix}%`)))
      .orderBy(asc(id))
      .limit(limit)
    return rows.map((row) => ({ id: row.id, text: row.text, place: sealContext(row.digest) }))
  },
  replace: (db, row, text) =>
    db
      .update(activationCodes)
      .set({ sealedCode: text })
      .where(and(eq(id, row.id), eq(sealedCode, row.text))),
  count: (db) =>
    db
      .select({ form: formOf(sealedCode), count: sql<number>`count(*)::int` })
      .from(activationCodes)
      .groupBy(sql`1`),
}

/** Seals with the current key what an older one has sealed. */
export const resealCodesJob = (db: Db, log: Logger, texts: SealedTexts): Job<object> => ({
  name: 'activation.resealCodes',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async () => void (await reseal(db, log, texts, sealedCodes)),
})
