import type { WorkType } from '@yunji/contract/accounts/profile/rules'
import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { users, workTypes } from '../../../tables/identity.ts'

export const listWorkTypes = (db: Db, userId: number) =>
  db
    .select({ industryId: workTypes.industryId, worktypeId: workTypes.worktypeId })
    .from(workTypes)
    .where(eq(workTypes.userId, userId))
    .orderBy(asc(workTypes.position))

export const replaceWorkTypes = async (tx: Tx, userId: number, entries: readonly WorkType[]): Promise<void> => {
  await tx.delete(workTypes).where(eq(workTypes.userId, userId))
  const rows = entries.map(({ industryId, worktypeId }, position) => ({ userId, position, industryId, worktypeId }))
  // The second of two concurrent saves waits here for the first, and its rows replace the first one's.
  if (rows.length > 0) await tx.insert(workTypes).values(rows).onConflictDoNothing()
}

/** Returns the replaced address; empty where there was none. */
export const setAvatarAddress = async (tx: Tx, userId: number, avatar: string): Promise<string> => {
  const [user] = await tx.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId)).for('update')
  await tx.update(users).set({ avatar }).where(eq(users.id, userId))
  return user?.avatar ?? ''
}

export const setName = async (db: Db, userId: number, name: string): Promise<void> => {
  await db.update(users).set({ name }).where(eq(users.id, userId))
}

export const hasScreenMark = async (db: Db, userId: number): Promise<boolean> => {
  const [user] = await db.select({ isOn: users.hasScreenMark }).from(users).where(eq(users.id, userId))
  return user?.isOn ?? false
}

export const setScreenMark = async (db: Db, userId: number, isOn: boolean): Promise<void> => {
  await db.update(users).set({ hasScreenMark: isOn }).where(eq(users.id, userId))
}
