import { HOUR_MS } from '../../platform/clock.ts'
import { forEachBatch } from '../../platform/each-row.ts'
import type { OutboxEvent } from '../../platform/outbox/events.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { MessageDeps } from './deps.ts'
import { endDigestRun, findDigestRun, listDigests, saveDigestProgress } from './digest-store.ts'

const DAY_MS = 24 * HOUR_MS
const CHINA_AHEAD_MS = 8 * HOUR_MS
/** 1970 began on a Thursday; Monday 10:00 in China begins the week of the digest. */
const WEEK_START_MS = 4 * DAY_MS - CHINA_AHEAD_MS + 10 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** Accounts of one run, which comes every minute: a hundred thousand take some hours. */
const USERS_AT_ONCE = 500

/** The Monday whose 10:00 in China was last, `YYYY-MM-DD`. */
export const digestWeek = (nowMs: number): string => {
  const startMs = Math.floor((nowMs - WEEK_START_MS) / WEEK_MS) * WEEK_MS + WEEK_START_MS
  return new Date(startMs + CHINA_AHEAD_MS).toISOString().slice(0, 10)
}

interface DigestDeps extends Pick<MessageDeps, 'database' | 'clock' | 'log'> {
  readonly outbox: Outbox
}

/**
 * One message a week for every account with devices. Progress is written after the messages up to it, and the key of a
 * message has the week in it: whoever dies, or runs beside another, writes none twice.
 */
export const sendDigests =
  ({ database: { db }, clock, log, outbox }: DigestDeps) =>
  async (): Promise<void> => {
    const now = clock.now()
    const week = digestWeek(now.getTime())
    const run = await findDigestRun(db, week)
    if (run.endedAt) return
    const digests = await listDigests(db, now, run.reachedUserId, USERS_AT_ONCE)
    const events = digests.map(
      ({ userId, ...payload }): OutboxEvent => ({
        event: 'weeklyDigest',
        userId,
        key: `weeklyDigest:${userId}:${week}`,
        payload,
      }),
    )
    const fields = ({ userId }: OutboxEvent) => ({ userId, week })
    await forEachBatch({ job: 'messages.digest', log, fields }, events, (some) =>
      db.transaction((tx) => outbox.addAll(tx, some)),
    )
    const last = digests.at(-1)
    if (last) await saveDigestProgress(db, week, last.userId)
    if (digests.length < USERS_AT_ONCE) await endDigestRun(db, week, now)
  }
