import { and, asc, desc, eq, gt, isNull, lt, lte, not } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
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

/** The next users of its segment, by id, who had an account when the notice was published. */
export const listRecipients = (
  db: Db,
  { reachedUserId, publishedAt, segment }: NoticeRow,
  limit: number,
): Promise<{ id: number }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        gt(users.id, reachedUserId),
        lte(users.createdAt, publishedAt),
        isNull(users.erasedAt),
        not(users.isGuest),
        segment ? isInSegment(segment, publishedAt) : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)

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

/** False when there is none that waits. */
export const cancelNotice = async (db: Db, noticeId: number, cancelledAt: Date): Promise<boolean> =>
  (
    await db
      .update(notices)
      .set({ cancelledAt })
      .where(and(eq(notices.id, noticeId), isUnsent))
      .returning({ id: notices.id })
  ).length > 0

export const listNotices = (db: Db, place: Place | undefined, limit: number): Promise<NoticeRow[]> =>
  db
    .select()
    .from(notices)
    .where(and(eq(notices.event, 'announcement'), place && lt(notices.id, place.id)))
    .orderBy(desc(notices.id))
    .limit(limit)
