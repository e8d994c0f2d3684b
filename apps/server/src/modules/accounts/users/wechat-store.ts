import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import type { WechatIdentity } from '../../../platform/wechat-login.ts'
import { users, wechatAccounts } from '../../../tables/identity.ts'
import type { UserRow } from './store.ts'

export const findUserByOpenid = async (
  tx: Tx,
  { appId, openid }: Pick<WechatIdentity, 'appId' | 'openid'>,
): Promise<UserRow | undefined> => {
  const [found] = await tx
    .select({ user: users })
    .from(wechatAccounts)
    .innerJoin(users, eq(users.id, wechatAccounts.userId))
    .where(and(eq(wechatAccounts.appId, appId), eq(wechatAccounts.openid, openid)))
  return found?.user
}

/** Somebody who came through another of our apps; the last one, should there be several. */
export const findUserByUnionid = async (tx: Tx, unionid: string): Promise<UserRow | undefined> => {
  const [found] = await tx
    .select({ user: users })
    .from(wechatAccounts)
    .innerJoin(users, eq(users.id, wechatAccounts.userId))
    .where(eq(wechatAccounts.unionid, unionid))
    .orderBy(desc(wechatAccounts.createdAt))
    .limit(1)
  return found?.user
}

/** Whether the user has an account of this app already, which is another than the one that wants to be bound. */
export const hasOtherAccount = async (tx: Tx, userId: number, appId: string): Promise<boolean> => {
  const found = await tx
    .select({ openid: wechatAccounts.openid })
    .from(wechatAccounts)
    .where(and(eq(wechatAccounts.userId, userId), eq(wechatAccounts.appId, appId)))
  return found.length > 0
}

/** Of two that bind the same account at once, one does. */
export const insertWechatAccount = async (
  tx: Tx,
  { appId, openid, unionid }: Omit<WechatIdentity, 'name'>,
  userId: number,
  now: Date,
): Promise<boolean> => {
  const written = await tx
    .insert(wechatAccounts)
    .values({ appId, openid, unionid, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ openid: wechatAccounts.openid })
  return written.length > 0
}
