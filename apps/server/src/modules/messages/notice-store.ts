import { and, asc, desc, eq, gt, isNotNull, isNull, lt, lte, max, not, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { hasNoJob } from '../../platform/jobs.ts'
import type { Place } from '../../platform/keyset.ts'
import { users } from '../../tables/identity.ts'
import { notices } from '../../tables/messages.ts'
import { isInSegment } from '../accounts/segments/index.ts'

export const insertNotice = async (tx: Tx, values: typeof notices.$inferInsert): Promise<{ noticeId: number }> => {
  const [notice] = await tx.insert(notices).values(values).returning({ noticeId: notices.id })
  if (!notice) throw new Error('a notice was not written')
  return notice
}

export type NoticeRow = typeof notices.$inferSelect

export const findOpenNotice = async (db: Db, noticeId: number): Promise<NoticeRow | undefined> => {
  const [notice] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), isNull(notices.endedAt), isNull(notices.cancelledAt)))
  return notice
}

/** Users of a rare segment may be far apart: so many are read at once, whether they are in it or not. */
const USERS_READ = 5000

/**
 * The next users of its segment, by id, who had an account when the notice was published. `reachedUserId` is the id up to
 * which all of them are listed; null at the end.
 */
export const listRecipients = async (
  db: Db,
  { reachedUserId, publishedAt, segment }: NoticeRow,
  limit: number,
): Promise<{ recipients: { id: number }[]; reachedUserId: number | null }> => {
  const read = db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, reachedUserId))
    .orderBy(asc(users.id))
    .limit(USERS_READ)
    .as('read')
  const [window] = await db.select({ end: max(read.id) }).from(read)
  const end = window?.end ?? null
  if (end === null) return { recipients: [], reachedUserId: null }
  const recipients = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        gt(users.id, reachedUserId),
        lte(users.id, end),
        lte(users.createdAt, publishedAt),
        isNull(users.erasedAt),
        not(users.isGuest),
        segment ? isInSegment(segment, publishedAt) : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)
  const last = recipients.length === limit ? recipients.at(-1) : undefined
  return { recipients, reachedUserId: last?.id ?? end }
}

export const saveProgress = async (
  db: Db,
  noticeId: number,
  progress: { reachedUserId: number } | { endedAt: Date },
): Promise<void> => {
  await db.update(notices).set(progress).where(eq(notices.id, noticeId))
}

const isUnsent = and(isNull(notices.startedAt), isNull(notices.cancelledAt))

export const listDueNotices = async (db: Db, now: Date, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(isUnsent, lte(notices.publishedAt, now), gt(notices.id, after)))
    .orderBy(asc(notices.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** False when it was started or cancelled meanwhile. */
export const startNotice = async (tx: Tx, noticeId: number, startedAt: Date): Promise<boolean> =>
  (
    await tx
      .update(notices)
      .set({ startedAt })
      .where(and(eq(notices.id, noticeId), isUnsent))
      .returning({ id: notices.id })
  ).length > 0

const hasFailed = and(isNotNull(notices.failedAt), isNull(notices.endedAt), isNull(notices.cancelledAt))

/** False when there is none that waits or has failed. */
export const cancelNotice = async (db: Db, noticeId: number, cancelledAt: Date): Promise<boolean> =>
  (
    await db
      .update(notices)
      .set({ cancelledAt })
      .where(and(eq(notices.id, noticeId), or(isUnsent, hasFailed)))
      .returning({ id: notices.id })
  ).length > 0

/** False when there is none that has failed. */
export const resumeNotice = async (db: Db, noticeId: number): Promise<boolean> =>
  (
    await db
      .update(notices)
      .set({ failedAt: null })
      .where(and(eq(notices.id, noticeId), hasFailed))
      .returning({ id: notices.id })
  ).length > 0

const isGivenUp = (job: string) =>
  and(
    isNotNull(notices.startedAt),
    isNull(notices.endedAt),
    isNull(notices.cancelledAt),
    isNull(notices.failedAt),
    hasNoJob(job, 'noticeId', notices.id),
  )

/** Notices that are being sent and that no job works on any more. */
export const listGivenUp = async (db: Db, job: string, after: number, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(isGivenUp(job), gt(notices.id, after)))
    .orderBy(asc(notices.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Not one that was resumed or has ended meanwhile. */
export const failGivenUp = async (db: Db, job: string, noticeId: number, failedAt: Date): Promise<void> => {
  await db
    .update(notices)
    .set({ failedAt })
    .where(and(eq(notices.id, noticeId), isGivenUp(job)))
}

export const findNotice = async (tx: Tx, noticeId: number): Promise<NoticeRow | undefined> =>
  (await tx.select().from(notices).where(eq(notices.id, noticeId)))[0]

export const listNotices = (db: Db, place: Place | undefined, limit: number): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.event, 'announcement'), place && lt(notices.id, place.id)))
    .orderBy(desc(notices.id))
    .limit(limit)
