import { eq } from 'drizzle-orm'
import { ConfigError } from './config/names.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import { settings } from './tables/platform.ts'

const KEY = 'isProductionDatabase'

interface Use {
  readonly isProduction: boolean
  /** Stand-ins that run by default, without an explicit setting. */
  readonly isTrialByDefault: boolean
}

/**
 * Production leaves a mark in its database, and a trial refuses to start there: a process without its settings would
 * otherwise sell the same goods for simulated money.
 */
export const checkProductionMark = async (db: Db, clock: Clock, use: Use): Promise<void> => {
  if (use.isProduction) {
    await db.insert(settings).values({ key: KEY, value: true, updatedAt: clock.now() }).onConflictDoNothing()
  }
  if (!use.isTrialByDefault) return
  const [mark] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  if (!mark) return
  throw new ConfigError(
    'this database is in use with NODE_ENV=production, and the embedded stand-ins do not run on it: ' +
      'set NODE_ENV=production; or YUNJI_EMBEDDED=1 says that stand-ins are meant',
  )
}
