import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { dictionaryEntries } from '../../../tables/usage.ts'

/** The entries of a category in the order that they are shown in; none where there is no such category. */
export const listEntries = (db: Db, category: string) =>
  db
    .select()
    .from(dictionaryEntries)
    .where(eq(dictionaryEntries.category, category))
    .orderBy(asc(dictionaryEntries.position), asc(dictionaryEntries.value))

/** Whether each is work of its industry in the list that clients are given. */
export const areKnownWorkTypes = async (db: Db, entries: readonly WorkType[]): Promise<boolean> => {
  const known = await listEntries(db, 'worktype')
  return entries.every(({ industryId, worktypeId }) =>
    known.some(({ value, parent }) => value === String(worktypeId) && parent === String(industryId)),
  )
}
