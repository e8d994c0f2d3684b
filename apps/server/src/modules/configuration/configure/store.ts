import { parseAs, type Schema } from '@yunji/contract/wire/call'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db, Tx } from '../../../platform/database.ts'
import { settings } from '../../../tables/platform.ts'

export const findSetting = async (db: Db | Tx, key: string): Promise<unknown> => {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row?.value
}

/** A setting as its schema reads it: `unset` where there is none, `unreadable` where what is stored does not fit. */
export const readSetting = async <S extends Schema, Value>(
  db: Db | Tx,
  key: string,
  schema: S,
  { unset, unreadable = unset }: { readonly unset: Value; readonly unreadable?: Value },
): Promise<z.output<S> | Value> => {
  const stored = await findSetting(db, key)
  return stored === undefined ? unset : (parseAs(schema, stored) ?? unreadable)
}

export const writeSetting = async (db: Db | Tx, key: string, value: unknown, updatedAt: Date): Promise<void> => {
  await db
    .insert(settings)
    .values({ key, value, updatedAt })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
}
