import { and, asc, eq, gt, isNull, lte, not } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { users } from '../../tables/identity.ts'
import { notices } from '../../tables/messages.ts'

export const insertNotice = async (tx: Tx, values: typeof notices.$inferInsert): Promise<{ noticeId: number }> => {
  const [notice] = await tx.insert(notices).values(values).returning({ noticeId: notices.id })
  if (!notice) throw new Error('a notice was not written')
  return notice
}

type NoticeRow = typeof notices.$inferSelect

export const findOpenNotice = async (db: Db, noticeId: number): Promise<NoticeRow | undefined> => {
  const [notice] = await db
    .select()
    .from(notices)
    .where(and(eq(notices.id, noticeId), isNull(notices.endedAt)))
  return notice
}

/** The next users, by id, who had an account when the notice was published. */
export const listRecipients = (
  db: Db,
  { reachedUserId, publishedAt }: NoticeRow,
  limit: number,
): Promise<{ id: number }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(gt(users.id, reachedUserId), lte(users.createdAt, publishedAt), isNull(users.erasedAt), not(users.isGuest)),
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
