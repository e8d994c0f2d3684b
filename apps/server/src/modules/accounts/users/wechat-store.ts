import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { MessagingIdentity } from '../../../platform/wechat-login.ts'
import { messagingAccounts, users } from '../../../tables/identity.ts'
import type { UserRow } from './store.ts'

export const findUserByOpenid = async (
  tx: Tx,
  { appId, openid }: Pick<MessagingIdentity, 'appId' | 'openid'>,
): Promise<UserRow | undefined> => {
  const [found] = await tx
    .select({ user: users })
    .from(messagingAccounts)
    .innerJoin(users, eq(users.id, messagingAccounts.userId))
    .where(and(eq(messagingAccounts.appId, appId), eq(messagingAccounts.openid, openid)))
  return found?.user
}

/** Somebody who came through another of our apps; the last one, should there be several. */
export const findUserByUnionid = async (tx: Tx, unionid: string): Promise<UserRow | undefined> => {
  const [found] = await tx
    .select({ user: users })
    .from(messagingAccounts)
    .innerJoin(users, eq(users.id, messagingAccounts.userId))
    .where(eq(messagingAccounts.unionid, unionid))
    .orderBy(desc(messagingAccounts.createdAt))
    .limit(1)
  return found?.user
}

/** Whether the user has an account of this app already, which is another than the one that wants to be bound. */
export const hasOtherAccount = async (tx: Tx, userId: number, appId: string): Promise<boolean> => {
  const found = await tx
    .select({ openid: messagingAccounts.openid })
    .from(messagingAccounts)
    .where(and(eq(messagingAccounts.userId, userId), eq(messagingAccounts.appId, appId)))
  return found.length > 0
}

/** Of two that bind the same account at once, one does. */
export const insertMessagingAccount = async (
  tx: Tx,
  { appId, openid, unionid }: Omit<MessagingIdentity, 'name'>,
  userId: number,
  now: Date,
): Promise<boolean> => {
  const written = await tx
    .insert(messagingAccounts)
    .values({ appId, openid, unionid, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ openid: messagingAccounts.openid })
  return written.length > 0
}
