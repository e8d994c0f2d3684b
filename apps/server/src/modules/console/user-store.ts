import { CheckStatus } from '@yunji/contract/accounts/user/enums'
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import type { Place } from '../../platform/keyset.ts'
import { accountDeletions, sessions, users, verifications } from '../../tables/identity.ts'
import { ledgerAccounts } from '../../tables/ledger.ts'
import { operatorAudit } from '../../tables/operators.ts'

/** Text of a search as the numbers that it may be. */
export const readSearch = (text: string) => {
  const isNumber = /^\d{1,15}$/.test(text)
  return {
    id: isNumber ? Number(text) : undefined,
    mobilePhone: /^1\d{10}$/.test(text) ? text : undefined,
    /** Shorter ones fit too many accounts to be of use. */
    phonePrefix: /^\d{3,10}$/.test(text) ? text : undefined,
    namePattern: `${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
  }
}

export interface UserFilter {
  readonly text?: string | undefined
  /** Without, digits of a number find its account only when they are all of them: prefixes would tell the masked ones. */
  readonly mayReadNumbers: boolean
  readonly isFrozen?: boolean | undefined
  readonly userType?: number | undefined
  readonly isVerified?: boolean | undefined
  readonly isOldestFirst: boolean
}

const isCustomer = and(eq(users.isGuest, false), isNull(users.erasedAt))

/** The next text of the same length: numbers with the prefix stand before it in the index of numbers. */
const following = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)

const matches = (text: string, mayReadNumbers: boolean): SQL | undefined => {
  const { id, mobilePhone, phonePrefix, namePattern } = readSearch(text)
  if (id === undefined) return like(users.name, namePattern)
  const hasPrefix =
    phonePrefix && mayReadNumbers
      ? and(gte(users.mobilePhone, phonePrefix), lt(users.mobilePhone, following(phonePrefix)))
      : undefined
  return or(eq(users.id, id), mobilePhone ? eq(users.mobilePhone, mobilePhone) : undefined, hasPrefix)
}

const passed = sql`(${users.personalCheckStatus} = ${sql.raw(String(CheckStatus.pass))} or ${users.companyCheckStatus} = ${sql.raw(String(CheckStatus.pass))})`

/** Written out: Drizzle leaves the tables of columns out where a query reads a single one. */
const deviceCount = sql`(select count(*) from devices d where d.owner_id = users.id and d.state <> 'released')`

const fields = {
  id: users.id,
  name: users.name,
  mobilePhone: users.mobilePhone,
  userType: users.userType,
  personalCheckStatus: users.personalCheckStatus,
  companyCheckStatus: users.companyCheckStatus,
  frozenAt: users.frozenAt,
  createdAt: users.createdAt,
  deviceCount: deviceCount.mapWith(Number),
}

export const listUsers = (db: Db, filter: UserFilter, place: Place | undefined, limit: number) => {
  const { text, mayReadNumbers, isFrozen, userType, isVerified, isOldestFirst } = filter
  return db
    .select(fields)
    .from(users)
    .where(
      and(
        isCustomer,
        text ? matches(text, mayReadNumbers) : undefined,
        isFrozen === undefined ? undefined : isFrozen ? isNotNull(users.frozenAt) : isNull(users.frozenAt),
        userType === undefined ? undefined : eq(users.userType, userType),
        isVerified === undefined ? undefined : isVerified ? passed : sql`not ${passed}`,
        place && (isOldestFirst ? gt(users.id, place.id) : lt(users.id, place.id)),
      ),
    )
    .orderBy(isOldestFirst ? asc(users.id) : desc(users.id))
    .limit(limit)
}
export type UserRow = Awaited<ReturnType<typeof listUsers>>[number]

export const findUserId = async (db: Db, mobilePhone: string): Promise<number | undefined> => {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.mobilePhone, mobilePhone))
  return row?.id
}

const SHOWN = 20

export const findUserDetails = async (db: Db, userId: number, now: Date) => {
  const [user] = await db
    .select({
      ...fields,
      avatar: users.avatar,
      frozenReason: users.frozenReason,
      erasesAt: accountDeletions.erasesAt,
      orderCount: sql`(select count(*) from orders o where o.user_id = users.id)`.mapWith(Number),
    })
    .from(users)
    .leftJoin(accountDeletions, eq(accountDeletions.userId, users.id))
    .where(and(eq(users.id, userId), isCustomer))
  if (!user) return undefined
  const [accounts, checks, logins, audit] = await Promise.all([
    db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId)),
    db
      .select()
      .from(verifications)
      .where(eq(verifications.userId, userId))
      .orderBy(desc(verifications.id))
      .limit(SHOWN),
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
      .orderBy(desc(sessions.id))
      .limit(SHOWN),
    db
      .select()
      .from(operatorAudit)
      .where(and(eq(operatorAudit.subject, `user:${userId}`), eq(operatorAudit.outcome, 'done')))
      .orderBy(desc(operatorAudit.id))
      .limit(SHOWN),
  ])
  return { user, accounts, checks, logins, audit }
}

/** State of an account for the audit log, without the reason, which is about the customer. */
export const readFreeze = async (tx: Tx, userId: number) => {
  const [row] = await tx.select({ frozenAt: users.frozenAt }).from(users).where(eq(users.id, userId))
  return row
}

/** False when there is no such customer. Frozen again, an account keeps its first time. */
export const setFrozen = async (tx: Tx, userId: number, frozenAt: Date | null, reason: string): Promise<boolean> => {
  const at = frozenAt === null ? null : sql`coalesce(${users.frozenAt}, ${frozenAt})`
  const changed = await tx
    .update(users)
    .set({ frozenAt: at, frozenReason: reason })
    .where(and(eq(users.id, userId), isCustomer))
    .returning({ id: users.id })
  return changed.length > 0
}

export const hasDeletion = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0

export const hasCustomer = async (tx: Tx | Db, userId: number): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, userId), isCustomer))) > 0

/** Returns how many there were. */
export const revokeSessions = async (tx: Tx | Db, userId: number, now: Date): Promise<number> => {
  const isValid = and(eq(sessions.userId, userId), isNull(sessions.revokedAt))
  return (await tx.update(sessions).set({ revokedAt: now }).where(isValid).returning({ id: sessions.id })).length
}
