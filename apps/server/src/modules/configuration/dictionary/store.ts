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
