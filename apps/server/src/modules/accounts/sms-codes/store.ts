import { SMS_CODE_TRIES, SMS_CODE_TRIES_TOTAL, type SmsPurpose } from '@yunji/contract/accounts/sms/rules'
import { and, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { chinaDay } from '../../../platform/china-time.ts'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { OldRows } from '../../../platform/retention.ts'
import { loginFailures, smsCodes, smsQuotas, users } from '../../../tables/identity.ts'

export interface CodeKey {
  readonly mobilePhone: string
  readonly purpose: SmsPurpose
  readonly codeScope: Buffer
}

const isFor = ({ mobilePhone, purpose, codeScope }: CodeKey) =>
  and(eq(smsCodes.mobilePhone, mobilePhone), eq(smsCodes.purpose, purpose), eq(smsCodes.codeScope, codeScope))

/** Replaces the old code, unless that was sent after `notSince`. */
export const replaceCode = async (
  tx: Tx,
  key: CodeKey,
  code: { codeHash: Buffer; requester: Buffer; sentAt: Date; expiresAt: Date },
  notSince: Date,
): Promise<boolean> => {
  const written = await tx
    .insert(smsCodes)
    .values({ ...key, ...code })
    .onConflictDoUpdate({
      target: [smsCodes.mobilePhone, smsCodes.purpose, smsCodes.codeScope],
      set: { ...code, tries: 0, triesBy: {}, usedAt: null },
      setWhere: lte(smsCodes.sentAt, notSince),
    })
    .returning({ purpose: smsCodes.purpose })
  return written.length > 0
}

export const findSentAt = async (tx: Tx, key: CodeKey): Promise<Date | undefined> => {
  const [row] = await tx.select({ sentAt: smsCodes.sentAt }).from(smsCodes).where(isFor(key))
  return row?.sentAt
}

/** Takes one from the subject's quota of the day; `false` when none is left. */
export const takeQuota = async (tx: Tx, subject: string, day: string, limit: number): Promise<boolean> => {
  const taken = await tx
    .insert(smsQuotas)
    .values({ subject, day, sent: 1 })
    .onConflictDoUpdate({
      target: [smsQuotas.subject, smsQuotas.day],
      set: { sent: sql`${smsQuotas.sent} + 1` },
      setWhere: lt(smsQuotas.sent, limit),
    })
    .returning({ sent: smsQuotas.sent })
  return taken.length > 0
}

/** Returns one to each subject's quota of the day. */
export const returnQuotas = async (tx: Tx | Db, subjects: readonly string[], day: string): Promise<void> => {
  await tx
    .update(smsQuotas)
    .set({ sent: sql`${smsQuotas.sent} - 1` })
    .where(and(inArray(smsQuotas.subject, [...subjects]), eq(smsQuotas.day, day), gt(smsQuotas.sent, 0)))
}

/** Undoes a failed send: removes the code and returns its quota. */
export const takeBack = async (
  tx: Tx,
  key: CodeKey,
  codeHash: Buffer,
  subjects: readonly string[],
  day: string,
): Promise<void> => {
  await tx.delete(smsCodes).where(and(isFor(key), eq(smsCodes.codeHash, codeHash)))
  await returnQuotas(tx, subjects, day)
}

interface Guess {
  readonly source: Buffer
  /** One per key that may have written it. */
  readonly codeHashes: readonly Buffer[]
}

/**
 * Counts a guess and consumes a right code in one statement: concurrent guesses wait for the row lock, and all but the
 * first few find no tries left. Each source has five; all except the requester share fifteen of the twenty.
 */
export const tryCode = async (db: Db, key: CodeKey, { source, codeHashes }: Guess, now: Date): Promise<boolean> => {
  const triesOf = (hex: SQL) => sql`coalesce((${smsCodes.triesBy} ->> ${hex})::int, 0)`
  const name = sql`${source.toString('hex')}::text`
  const own = triesOf(name)
  const others = sql`${smsCodes.tries} - ${triesOf(sql`encode(${smsCodes.requester}, 'hex')`)}`
  const [tried] = await db
    .update(smsCodes)
    .set({
      tries: sql`${smsCodes.tries} + 1`,
      triesBy: sql`${smsCodes.triesBy} || jsonb_build_object(${name}, ${own} + 1)`,
      usedAt: sql`case when ${inArray(smsCodes.codeHash, [...codeHashes])} then ${now}::timestamptz end`,
    })
    .where(
      and(
        isFor(key),
        isNull(smsCodes.usedAt),
        gt(smsCodes.expiresAt, now),
        lt(own, SMS_CODE_TRIES),
        or(eq(smsCodes.requester, source), lt(others, SMS_CODE_TRIES_TOTAL - SMS_CODE_TRIES)),
      ),
    )
    .returning({ usedAt: smsCodes.usedAt })
  return Boolean(tried?.usedAt)
}

export const findOwnPhone = async (db: Db, userId: number): Promise<string | null> => {
  const [user] = await db.select({ mobilePhone: users.mobilePhone }).from(users).where(eq(users.id, userId))
  return user?.mobilePhone ?? null
}

export const expiredRows = (now: Date): readonly OldRows[] => [
  [smsCodes, lt(smsCodes.expiresAt, later(now, -DAY_MS))],
  [smsQuotas, lt(smsQuotas.day, chinaDay(now))],
  [loginFailures, lt(loginFailures.windowEndsAt, now)],
]
