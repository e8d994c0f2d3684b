import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices } from '../../../tables/devices.ts'
import { settings } from '../../../tables/platform.ts'
import { dictionaryEntries } from '../../../tables/usage.ts'

/** The setting that the constant `imageVersionInfoKey` names. */
export const findImageSetting = async (db: Db | Tx): Promise<unknown> => {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .innerJoin(
      dictionaryEntries,
      and(
        eq(dictionaryEntries.category, 'constant'),
        eq(dictionaryEntries.name, 'imageVersionInfoKey'),
        eq(dictionaryEntries.value, settings.key),
      ),
    )
  return row?.value
}

export const setImageVersion = async (tx: Tx, deviceId: number, imageVersion: string): Promise<void> => {
  await tx.update(devices).set({ imageVersion }).where(eq(devices.id, deviceId))
}
