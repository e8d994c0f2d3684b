import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { passwordAttempts, users } from '../../tables/identity.ts'

export type UserRow = typeof users.$inferSelect

export const findUserById = async (tx: Tx | Db, userId: number): Promise<UserRow | undefined> => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  return user
}

export const findUserByPhone = async (tx: Tx | Db, mobilePhone: string): Promise<UserRow | undefined> => {
  const [user] = await tx.select().from(users).where(eq(users.mobilePhone, mobilePhone))
  return user
}

/**
 * Counts an attempt before its password is looked at, in one statement, so that a hundred guesses at once are a hundred
 * counted ones. Returns how many stand in the window; the window moves with each wrong guess until the limit is passed.
 */
export const countAttempt = async (
  db: Db,
  mobilePhone: string,
  limit: number,
  now: Date,
  windowEndsAt: Date,
): Promise<number> => {
  const isOver = sql`${passwordAttempts.windowEndsAt} <= ${now}`
  const [row] = await db
    .insert(passwordAttempts)
    .values({ mobilePhone, failures: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: passwordAttempts.mobilePhone,
      set: {
        failures: sql`case when ${isOver} then 1 else least(${passwordAttempts.failures}, ${limit}) + 1 end`,
        windowEndsAt: sql`case when ${isOver} or ${passwordAttempts.failures} < ${limit} then ${windowEndsAt} else ${passwordAttempts.windowEndsAt} end`,
      },
    })
    .returning({ failures: passwordAttempts.failures })
  return row?.failures ?? 1
}

export const forgetAttempts = async (tx: Tx, mobilePhone: string): Promise<void> => {
  await tx.delete(passwordAttempts).where(eq(passwordAttempts.mobilePhone, mobilePhone))
}
