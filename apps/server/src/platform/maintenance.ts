import { COUPON_PLAN_HOURS } from '@yunji/contract/commerce/coupon/issue'
import { INTERRUPTIONS_KEPT_DAYS } from '@yunji/contract/devices/availability/rules'
import { USE_LOG_DAYS } from '@yunji/contract/devices/grant/rules'
import { and, eq, exists, lt, notExists, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { deviceInterruptions, zoneOutages } from '../tables/availability.ts'
import { agreementConsents, exchangedPageTokens } from '../tables/content.ts'
import { couponIssues } from '../tables/coupons.ts'
import { deviceGrants, deviceShares, deviceUses, gateways, streamTickets } from '../tables/devices.ts'
import { sessions, users } from '../tables/identity.ts'
import { idempotencyKeys, operatorIdempotencyKeys, uploadQuotas } from '../tables/platform.ts'
import { deviceScheduleRuns } from '../tables/schedules.ts'
import { tasks } from '../tables/tasks.ts'
import { trials } from '../tables/trials.ts'
import { chinaDay } from './china-time.ts'
import { type Clock, DAY_MS, HOUR_MS, later } from './clock.ts'
import type { Db } from './database.ts'
import { KEYS_KEPT_MS } from './idempotency.ts'
import type { Job } from './jobs.ts'
import { deleteOldRows, type OldRows } from './retention.ts'
import { TASKS_KEPT_MS } from './tasks/store.ts'

const USES_KEPT_MS = USE_LOG_DAYS * DAY_MS
const INTERRUPTIONS_KEPT_MS = INTERRUPTIONS_KEPT_DAYS * DAY_MS
const EXPIRED_SESSION_KEPT_MS = 30 * DAY_MS
const TRIAL_MARKS_KEPT_MS = 365 * DAY_MS
/** General limitation period of the Civil Code, from the erasure of the account on. */
const CONSENTS_KEPT_MS = 3 * 366 * DAY_MS

interface SweepDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

const SWEEP = 'maintenance.sweep'

const hasNoGrant = (db: Db): SQL =>
  notExists(db.select().from(deviceGrants).where(eq(deviceGrants.shareId, deviceShares.id)))

/** Consents of accounts that were erased so long ago that nobody may claim anything from them. */
const oldConsents = (erasedBefore: Date): OldRows => [
  agreementConsents,
  sql`exists (select 1 from users u where u.id = ${agreementConsents.userId} and u.erased_at < ${erasedBefore})`,
]

/** Ended shares, as long after their end as the log of what their guests did. Their guests are free afterwards. */
const endedShares = (db: Db, endedBefore: Date): OldRows[] => [
  [deviceGrants, sql`${deviceGrants.shareId} is not null and ${lt(deviceGrants.expiresAt, endedBefore)}`],
  [deviceShares, sql`${lt(deviceShares.createdAt, endedBefore)} and ${hasNoGrant(db)}`],
]

/** Trials of erased accounts; their marks go with them, and the person may have another trial. */
const forgottenTrials = (db: Db, erasedBefore: Date): OldRows => [
  trials,
  exists(
    db
      .select()
      .from(users)
      .where(and(eq(users.id, trials.userId), lt(users.erasedAt, erasedBefore))),
  ),
]

/** Hourly deletion of expired rows; a failure in one table does not stop the others. */
export const sweepJob = ({ db, clock, log }: SweepDeps): Job<object> => ({
  name: SWEEP,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '17 * * * *',
  run: async (_data, signal) => {
    const before = (keptMs: number): Date => later(clock.now(), -keptMs)
    await deleteOldRows(db, { job: SWEEP, log, signal }, [
      [sessions, lt(sessions.expiresAt, before(EXPIRED_SESSION_KEPT_MS))],
      [streamTickets, lt(streamTickets.expiresAt, before(DAY_MS))],
      // A gateway that dies alone has nobody who deletes it.
      [gateways, lt(gateways.expiresAt, before(DAY_MS))],
      [idempotencyKeys, lt(idempotencyKeys.createdAt, before(KEYS_KEPT_MS))],
      [operatorIdempotencyKeys, lt(operatorIdempotencyKeys.createdAt, before(KEYS_KEPT_MS))],
      [uploadQuotas, lt(uploadQuotas.day, chinaDay(clock.now()))],
      [deviceUses, lt(deviceUses.createdAt, before(USES_KEPT_MS))],
      ...endedShares(db, before(USES_KEPT_MS)),
      [deviceScheduleRuns, lt(deviceScheduleRuns.endedAt, before(TASKS_KEPT_MS))],
      [deviceInterruptions, lt(deviceInterruptions.endedAt, before(INTERRUPTIONS_KEPT_MS))],
      [zoneOutages, lt(zoneOutages.endedAt, before(INTERRUPTIONS_KEPT_MS))],
      oldConsents(before(CONSENTS_KEPT_MS)),
      [exchangedPageTokens, lt(exchangedPageTokens.expiresAt, before(DAY_MS))],
      [tasks, lt(tasks.endedAt, before(TASKS_KEPT_MS))],
      [
        couponIssues,
        sql`${couponIssues.state} = 'planned' and ${lt(couponIssues.createdAt, before(COUPON_PLAN_HOURS * HOUR_MS))}`,
      ],
      forgottenTrials(db, before(TRIAL_MARKS_KEPT_MS)),
    ])
  },
})
