import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { invites, users } from '../../../tables/identity.ts'

export const isBound = async (tx: Tx | Db, userId: number): Promise<boolean> => {
  const found = await tx.select({ userId: invites.userId }).from(invites).where(eq(invites.userId, userId))
  return found.length > 0
}

export const isActiveUser = async (tx: Tx, userId: number): Promise<boolean> => {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  return found.length > 0
}

/** The first invite of a user stays. */
export const insertInvite = async (tx: Tx, invite: typeof invites.$inferInsert): Promise<void> => {
  await tx.insert(invites).values(invite).onConflictDoNothing()
}
