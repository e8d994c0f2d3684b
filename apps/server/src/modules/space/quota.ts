import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import type { Db, Tx } from '../../platform/database.ts'
import { boughtGb } from './store.ts'

/** Quota and usage of files; no files are stored yet. */
export const findSpace = async (db: Db | Tx, userId: number, now: Date) => ({
  quotaBytes: SPACE_FREE_BYTES + gigabytes(await boughtGb(db, userId, now)),
  usedBytes: 0,
})
