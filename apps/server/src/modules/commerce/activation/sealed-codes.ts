import type { Logger } from 'pino'
import type { Db } from '../../../platform/database.ts'
import type { Job } from '../../../platform/jobs.ts'
import { reseal, type SealedColumn } from '../../../platform/reseal.ts'
import type { SealedTexts } from '../../../platform/sealed-texts.ts'
import { sealContext } from './mint-codes.ts'
import { countSealedForms, listSealedCodes, replaceSealedCode } from './store.ts'

/** Activation codes, which their buyers may read again. */
export const sealedCodes: SealedColumn = {
  name: 'activation',
  list: async (db, prefix, after, limit) => {
    const rows = await listSealedCodes(db, prefix, after, limit)
    return rows.map(({ id, text, digest }) => ({ id, text, place: sealContext(digest) }))
  },
  replace: replaceSealedCode,
  count: countSealedForms,
}

/** Seals codes of older keys with the current key. */
export const resealCodesJob = (db: Db, log: Logger, texts: SealedTexts): Job<object> => ({
  name: 'activation.resealCodes',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '47 * * * *',
  run: async () => void (await reseal(db, log, texts, sealedCodes)),
})
