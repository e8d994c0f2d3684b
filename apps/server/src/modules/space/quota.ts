import { gigabytes, SPACE_FREE_BYTES } from '@yunji/contract/space/limits'
import type { Db, Tx } from '../../platform/database.ts'
import { boughtGb } from './store.ts'

/** Room for files, and how much of it they take; nothing is kept there yet. */
export const findSpace = async (db: Db | Tx, userId: number, now: Date) => ({
  quotaBytes: SPACE_FREE_BYTES + gigabytes(await boughtGb(db, userId, now)),
  usedBytes: 0,
})
