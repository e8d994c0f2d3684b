import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { and, asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { dictionaryEntries } from '../../../tables/usage.ts'

/** Entries of a category in display order; none for an unknown category. */
export const listEntries = (db: Db, category: string) =>
  db
    .select()
    .from(dictionaryEntries)
    .where(eq(dictionaryEntries.category, category))
    .orderBy(asc(dictionaryEntries.position), asc(dictionaryEntries.value))

const isEntry = (category: string, value: string) =>
  and(eq(dictionaryEntries.category, category), eq(dictionaryEntries.value, value))

/** Name and note of an entry. */
export const findEntry = async (tx: Tx, category: string, value: string) => {
  const { name: label, note } = dictionaryEntries
  const [found] = await tx.select({ label, note }).from(dictionaryEntries).where(isEntry(category, value))
  return found
}

/** False where there is no such entry. */
export const renameEntry = async (
  db: Db | Tx,
  category: string,
  value: string,
  words: { readonly name: string; readonly note: string },
): Promise<boolean> => {
  const changed = await db.update(dictionaryEntries).set(words).where(isEntry(category, value)).returning()
  return changed.length > 0
}

/** True when every entry is in the list of its industry that clients get. */
export const areKnownWorkTypes = async (db: Db, entries: readonly WorkType[]): Promise<boolean> => {
  const known = await listEntries(db, 'worktype')
  return entries.every(({ industryId, worktypeId }) =>
    known.some(({ value, parent }) => value === String(worktypeId) && parent === String(industryId)),
  )
}
