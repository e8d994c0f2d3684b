import { CheckStatus, UserType } from '@yunji/contract/accounts/user/enums'
import { processKeys, VerificationKind } from '@yunji/contract/accounts/verification/schema'
import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  lt,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { users, verificationPictures, verifications } from '../../../tables/identity.ts'

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

/** Both checks of a user, locked until the transaction ends. */
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

/** Copies the status into the user's row, where other modules read it. */
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

/** Decides a pending request: of two concurrent decisions one succeeds. */
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

/** State of a request for the audit log, without names and numbers. */
export const findStatus = async (tx: Tx, verificationId: number) => {
  const { userId, kind, status } = verifications
  const [row] = await tx
    .select({ userId, kind, status })
    .from(verifications)
    .where(eq(verifications.id, verificationId))
  return row && { ...row, processKey: processKeys[row.kind as VerificationKind] }
}

export const countOwnPictures = (tx: Tx, userId: number, ids: readonly string[]): Promise<number> =>
  tx.$count(
    verificationPictures,
    and(eq(verificationPictures.userId, userId), inArray(verificationPictures.id, [...ids])),
  )

type PictureRow = typeof verificationPictures.$inferSelect

export const insertPicture = async (tx: Tx, picture: PictureRow): Promise<void> => {
  await tx.insert(verificationPictures).values(picture)
}

/** No request refers to the picture. */
const isUnused = (tx: Tx | Db) =>
  notExists(
    tx
      .select({ one: sql`1` })
      .from(verifications)
      .where(
        and(
          eq(verifications.userId, verificationPictures.userId),
          arrayContains(verifications.pictureIds, sql`array[${verificationPictures.id}]`),
        ),
      ),
  )

export const sumUnused = async (tx: Tx, userId: number): Promise<{ uploads: number; bytes: number }> => {
  const [sums] = await tx
    .select({
      uploads: count(),
      bytes: sql`coalesce(sum(${verificationPictures.sizeBytes}), 0)`.mapWith(Number),
    })
    .from(verificationPictures)
    .where(and(eq(verificationPictures.userId, userId), isUnused(tx)))
  return sums ?? { uploads: 0, bytes: 0 }
}

/** Unused pictures older than `before`, after the name `after` in order of names. */
export const listUnused = async (db: Db, before: Date, after: string, limit: number): Promise<string[]> => {
  const { id, createdAt } = verificationPictures
  const rows = await db
    .select({ id })
    .from(verificationPictures)
    .where(and(lt(createdAt, before), gt(id, after), isUnused(db)))
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** A request that names the picture waits for its decision. */
export const isUnderReview = async (db: Db, pictureId: string): Promise<boolean> =>
  (await db.$count(verifications, and(isWaiting, arrayContains(verifications.pictureIds, [pictureId])))) > 0

export const deletePicture = async (db: Db, id: string): Promise<void> => {
  await db.delete(verificationPictures).where(eq(verificationPictures.id, id))
}

export interface WaitingFilter {
  readonly text?: string | undefined
  /** Whether a complete mobile number finds the requests of its account. */
  readonly findsNumbers: boolean
}

/** Digits are a user's id or number, which have indexes; names are looked through in the queue alone. */
const matches = (text: string, findsNumbers: boolean): SQL | undefined => {
  const { userId, name } = verifications
  if (!/^\d{1,15}$/.test(text)) return ilike(name, `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const ofNumber = sql`(select u.id from users u where u.mobile_phone = ${text})`
  return or(eq(userId, Number(text)), findsNumbers && /^1\d{10}$/.test(text) ? eq(userId, ofNumber) : undefined)
}

const fits = ({ text = '', findsNumbers }: WaitingFilter): SQL | undefined =>
  and(isWaiting, text === '' ? undefined : matches(text, findsNumbers))

export const listWaiting = (
  db: Db,
  filter: WaitingFilter,
  { page, rows }: { page: number; rows: number },
): Promise<VerificationRow[]> =>
  db
    .select()
    .from(verifications)
    .where(fits(filter))
    .orderBy(asc(verifications.submittedAt), asc(verifications.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countWaiting = (db: Db, filter: WaitingFilter): Promise<number> => db.$count(verifications, fits(filter))
