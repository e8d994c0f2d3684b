import { lt } from 'drizzle-orm'
import { streamTickets } from '../tables/devices.ts'
import { sessions } from '../tables/identity.ts'
import { type Clock, DAY_MS, later } from './clock.ts'
import type { Db } from './database.ts'
import { forgetOldKeys } from './idempotency.ts'
import type { Job } from './jobs.ts'
import { forgetOldTasks } from './tasks/keeping.ts'

const EXPIRED_SESSION_KEPT_MS = 30 * DAY_MS

/** Removes what has lost its meaning, every hour. */
export const sweepJob = (db: Db, clock: Clock): Job<object> => ({
  name: 'maintenance.sweep',
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '17 * * * *',
  run: async () => {
    await db.delete(sessions).where(lt(sessions.expiresAt, later(clock.now(), -EXPIRED_SESSION_KEPT_MS)))
    await db.delete(streamTickets).where(lt(streamTickets.expiresAt, later(clock.now(), -DAY_MS)))
    await forgetOldKeys(db, clock)
    await forgetOldTasks(db, clock)
  },
})
