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

/** User of the same `unionid` in another of our apps; the latest where there are several. */
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

/** True when the user already has a WeChat account of this app. */
export const hasOtherAccount = async (tx: Tx, userId: number, appId: string): Promise<boolean> => {
  const found = await tx
    .select({ openid: wechatAccounts.openid })
    .from(wechatAccounts)
    .where(and(eq(wechatAccounts.userId, userId), eq(wechatAccounts.appId, appId)))
  return found.length > 0
}

/** Of two concurrent bindings of the same account one succeeds. */
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
