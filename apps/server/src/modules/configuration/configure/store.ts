import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import { settings } from '../../../tables/platform.ts'

export const findSetting = async (db: Db, key: string): Promise<unknown> => {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row?.value
}
