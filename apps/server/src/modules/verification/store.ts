import { CheckStatus, UserType } from '@yunji/contract/user/enums'
import { VerificationKind } from '@yunji/contract/verification/schema'
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { users, verificationPictures, verifications } from '../../tables/identity.ts'

export type VerificationRow = typeof verifications.$inferSelect

const isWaiting = eq(verifications.status, CheckStatus.pending)

export const findLast = async (
  db: Db,
  userId: number,
  kind: VerificationKind,
): Promise<VerificationRow | undefined> => {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(eq(verifications.userId, userId), eq(verifications.kind, kind)))
    .orderBy(desc(verifications.id))
    .limit(1)
  return row
}

/** Both checks of a user, held until the transaction ends. */
export const lockChecks = async (tx: Tx, userId: number) => {
  const [user] = await tx
    .select({ personal: users.personalCheckStatus, company: users.companyCheckStatus })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  return user
}

export const insertRequest = async (tx: Tx, request: typeof verifications.$inferInsert): Promise<void> => {
  await tx.insert(verifications).values(request)
}

/** The user's row says what everything else asks for. */
export const setCheck = async (tx: Tx, userId: number, kind: VerificationKind, status: CheckStatus): Promise<void> => {
  const isCompany = kind === VerificationKind.company
  await tx
    .update(users)
    .set({
      ...(isCompany ? { companyCheckStatus: status } : { personalCheckStatus: status }),
      ...(isCompany && status === CheckStatus.pass && { userType: UserType.company }),
    })
    .where(eq(users.id, userId))
}

/** Decides a request that still waits: of two operators, one does. */
export const decide = async (
  tx: Tx,
  verificationId: number,
  decision: { status: CheckStatus; reason: string; decidedAt: Date },
) => {
  const [row] = await tx
    .update(verifications)
    .set(decision)
    .where(and(eq(verifications.id, verificationId), isWaiting))
    .returning({ userId: verifications.userId, kind: verifications.kind })
  return row
}

export const countOwnPictures = (tx: Tx, userId: number, ids: readonly string[]): Promise<number> =>
  tx.$count(
    verificationPictures,
    and(eq(verificationPictures.userId, userId), inArray(verificationPictures.id, [...ids])),
  )

export const insertPicture = async (db: Db, id: string, userId: number, now: Date): Promise<void> => {
  await db.insert(verificationPictures).values({ id, userId, createdAt: now })
}

export const listWaiting = (db: Db, { page, rows }: { page: number; rows: number }): Promise<VerificationRow[]> =>
  db
    .select()
    .from(verifications)
    .where(isWaiting)
    .orderBy(asc(verifications.submittedAt), asc(verifications.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countWaiting = async (db: Db): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(verifications).where(isWaiting)
  return row?.total ?? 0
}
