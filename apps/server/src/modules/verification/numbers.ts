import { eq, like, not } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { isSealed, type SealedTexts } from '../../platform/sealed-texts.ts'
import { verifications } from '../../tables/identity.ts'

const placeOf = (userId: number): string => `verification of ${userId}`

export const sealNumber = (texts: SealedTexts, userId: number, number: string): string =>
  texts.seal(number, placeOf(userId))

/** Empty when the key that it was sealed with is gone: the rest of a request can still be shown. */
export const openNumber = (texts: SealedTexts, { userId, number }: { userId: number; number: string }): string =>
  isSealed(number) ? (texts.open(number, placeOf(userId)) ?? '') : number

const AT_ONCE = 500

/** Seals the numbers of requests that are older than the sealing. */
export const sealNumbersJob = (db: Db, texts: SealedTexts): Job<object> => ({
  name: 'verification.sealNumbers',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '37 * * * *',
  run: async () => {
    const { id, userId, number } = verifications
    const open = await db
      .select({ id, userId, number })
      .from(verifications)
      .where(not(like(number, 'v1.%')))
      .limit(AT_ONCE)
    for (const row of open) {
      const sealed = sealNumber(texts, row.userId, row.number)
      await db.update(verifications).set({ number: sealed }).where(eq(id, row.id))
    }
  },
})
