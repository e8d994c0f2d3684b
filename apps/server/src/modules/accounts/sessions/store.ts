import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { sessions as table } from '../../../tables/identity.ts'

/** Page of a user's open sessions, the caller's own first. */
export const findOpenSessions = async (
  db: Db,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  now: Date,
  { page, rows }: { page: number; rows: number },
) => {
  const isOpen = and(eq(table.userId, userId), isNull(table.revokedAt), gt(table.expiresAt, now))
  const [found, total] = await Promise.all([
    db
      .select()
      .from(table)
      .where(isOpen)
      .orderBy(desc(eq(table.id, sessionId)), desc(table.renewedAt), desc(table.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(table, isOpen),
  ])
  return { found, total }
}

/** False when the user has no such open session. */
export const revokeSession = async (db: Db, userId: number, sessionId: number, revokedAt: Date): Promise<boolean> => {
  const ended = await db
    .update(table)
    .set({ revokedAt })
    .where(and(eq(table.id, sessionId), eq(table.userId, userId), isNull(table.revokedAt)))
    .returning({ id: table.id })
  return ended.length > 0
}
