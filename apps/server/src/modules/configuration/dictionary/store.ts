import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { dictionaryEntries } from '../../../tables/usage.ts'

/** Entries of a category in display order; none for an unknown category. */
export const listEntries = (db: Db, category: string) =>
  db
    .select()
    .from(dictionaryEntries)
    .where(eq(dictionaryEntries.category, category))
    .orderBy(asc(dictionaryEntries.position), asc(dictionaryEntries.value))

/** True when every entry is in the list of its industry that clients get. */
export const areKnownWorkTypes = async (db: Db, entries: readonly WorkType[]): Promise<boolean> => {
  const known = await listEntries(db, 'worktype')
  return entries.every(({ industryId, worktypeId }) =>
    known.some(({ value, parent }) => value === String(worktypeId) && parent === String(industryId)),
  )
}
