import type { WorkType } from '@yunji/contract/user/work-types'
import type { Db } from '../../../platform/database.ts'
import { listEntries } from './store.ts'

/** Whether each is work of its industry in the list that clients are given. */
export const areKnownWorkTypes = async (db: Db, entries: readonly WorkType[]): Promise<boolean> => {
  const known = await listEntries(db, 'worktype')
  return entries.every(({ industryId, worktypeId }) =>
    known.some(({ value, parent }) => value === String(worktypeId) && parent === String(industryId)),
  )
}
