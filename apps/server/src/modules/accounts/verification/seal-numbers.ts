import type { Logger } from 'pino'
import type { Db } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { reseal } from '../../../platform/reseal.ts'
import { isSealed, type SealedTexts } from '../../../platform/sealed-texts.ts'
import { placeOf, sealedNumbers } from './number-store.ts'

export const sealNumber = (texts: SealedTexts, userId: number, number: string): string =>
  texts.seal(number, placeOf(userId))

/** Empty when the sealing key is gone: the rest of a request can still be shown. */
export const openNumber = (texts: SealedTexts, { userId, number }: { userId: number; number: string }): string =>
  isSealed(number) ? (texts.open(number, placeOf(userId)) ?? '') : number

/** Seals plain numbers and those sealed with an older key. */
export const sealNumbersJob = (db: Db, log: Logger, texts: SealedTexts): Job<object> => ({
  name: 'verification.sealNumbers',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '37 * * * *',
  run: async () => void (await reseal(db, log, texts, sealedNumbers)),
})
