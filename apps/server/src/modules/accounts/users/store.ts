import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { exchangedPageTokens } from '../../../tables/content.ts'
import { accountDeletions, loginFailures, loginPlaces, users } from '../../../tables/identity.ts'

export type UserRow = typeof users.$inferSelect

export const findUserById = async (tx: Tx | Db, userId: number): Promise<UserRow | undefined> => {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  return user
}

export const findUserByPhone = async (tx: Tx | Db, mobilePhone: string): Promise<UserRow | undefined> => {
  const [user] = await tx.select().from(users).where(eq(users.mobilePhone, mobilePhone))
  return user
}

/** Of concurrent registrations of a number one inserts; the others find its row. */
export const registerUser = async (
  tx: Tx,
  mobilePhone: string,
  name: string,
  now: Date,
): Promise<UserRow | undefined> => {
  const [user] = await tx
    .insert(users)
    .values({ mobilePhone, name, createdAt: now })
    .onConflictDoNothing({ target: users.mobilePhone })
    .returning()
  return user
}

export const setPassword = async (tx: Tx, userId: number, passwordHash: string): Promise<void> => {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
}

/** False where the user already has a password. */
export const setFirstPassword = async (tx: Tx, userId: number, passwordHash: string): Promise<boolean> => {
  const set = await tx
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), isNull(users.passwordHash)))
    .returning({ id: users.id })
  return set.length > 0
}

/** Only while the account still has the number `from`. */
export const setMobilePhone = async (tx: Tx, userId: number, from: string, to: string): Promise<boolean> => {
  const set = await tx
    .update(users)
    .set({ mobilePhone: to })
    .where(and(eq(users.id, userId), eq(users.mobilePhone, from)))
    .returning({ id: users.id })
  return set.length > 0
}

export const forgetFailures = async (tx: Tx, mobilePhone: string, origins: readonly Buffer[]): Promise<void> => {
  await tx
    .delete(loginFailures)
    .where(and(eq(loginFailures.mobilePhone, mobilePhone), inArray(loginFailures.origin, [...origins])))
}

export const cancelDeletion = async (tx: Tx, userId: number): Promise<void> => {
  await tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId))
}

export const hasLoggedInBefore = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.$count(loginPlaces, eq(loginPlaces.userId, userId))) > 0

/** False where the user has logged in from it before. */
export const insertLoginPlace = async (tx: Tx, place: typeof loginPlaces.$inferInsert): Promise<boolean> => {
  const placed = await tx
    .insert(loginPlaces)
    .values(place)
    .onConflictDoNothing()
    .returning({ userId: loginPlaces.userId })
  return placed.length > 0
}

/** Neither frozen nor erased. */
export const isActiveUser = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, userId), isNull(users.frozenAt), isNull(users.erasedAt)))) > 0

/** False when the token was exchanged before. */
export const insertExchangedToken = async (tx: Tx, tokenId: string, expiresAt: Date): Promise<boolean> => {
  const inserted = await tx.insert(exchangedPageTokens).values({ tokenId, expiresAt }).onConflictDoNothing().returning()
  return inserted.length > 0
}
