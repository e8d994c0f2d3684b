import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { digestRuns } from '../../tables/alerts.ts'

const EXPIRING_DAYS = 7
const PAST_DAYS = 7

export const findDigestRun = async (db: Db, week: string) => {
  await db.insert(digestRuns).values({ week }).onConflictDoNothing()
  const [run] = await db.select().from(digestRuns).where(eq(digestRuns.week, week))
  if (!run) throw new Error(`no digest of ${week}`)
  return run
}

/** Never back: another process may have come further. */
export const saveDigestProgress = async (db: Db, week: string, reachedUserId: number): Promise<void> => {
  await db
    .update(digestRuns)
    .set({ reachedUserId })
    .where(and(eq(digestRuns.week, week), lt(digestRuns.reachedUserId, reachedUserId)))
}

export const endDigestRun = async (db: Db, week: string, endedAt: Date): Promise<void> => {
  await db
    .update(digestRuns)
    .set({ endedAt })
    .where(and(eq(digestRuns.week, week), isNull(digestRuns.endedAt)))
}

interface Digest {
  readonly userId: number
  readonly deviceCount: number
  readonly expiringCount: number
  readonly failedTaskCount: number
  readonly beansCents: number
}

interface DigestRow extends Record<string, unknown> {
  readonly user_id: string
  readonly device_count: number
  readonly expiring_count: number
  readonly failed_count: number
  readonly beans_cents: string
}

/** Accounts with devices that have a week behind them, in the order of their ids. */
export const listDigests = async (db: Db, now: Date, afterId: number, limit: number): Promise<Digest[]> => {
  const { rows } = await db.execute<DigestRow>(sql`
    select u.id as user_id, own.device_count, own.expiring_count,
      (select count(*)::int from tasks t
       where t.owner_id = u.id and t.state in ('failed', 'interrupted')
         and t.ended_at > ${later(now, -PAST_DAYS * DAY_MS)}) as failed_count,
      coalesce((select balance_cents from ledger_accounts l where l.user_id = u.id and l.kind = 'beans'), 0) as beans_cents
    from users u
    cross join lateral (
      select count(*)::int as device_count,
        (count(*) filter (where not d.is_metered and not d.is_trial and d.expires_at <= ${later(now, EXPIRING_DAYS * DAY_MS)}))::int as expiring_count
      from devices d where d.owner_id = u.id and d.state <> 'released'
    ) own
    where u.id > ${afterId} and u.erased_at is null and u.frozen_at is null and not u.is_guest and own.device_count > 0
      and u.created_at <= ${later(now, -PAST_DAYS * DAY_MS)}
    order by u.id limit ${limit}`)
  return rows.map((row) => ({
    userId: Number(row.user_id),
    deviceCount: row.device_count,
    expiringCount: row.expiring_count,
    failedTaskCount: row.failed_count,
    beansCents: Number(row.beans_cents),
  }))
}
