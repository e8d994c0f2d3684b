import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { operatorFailures, operatorSessions, operators } from '../../tables/operators.ts'

/** Tries of one subject from one origin; the empty origin counts all of them. */
export interface FailureLimit {
  readonly subject: string
  readonly origin: Buffer
  readonly most: number
  readonly windowMs: number
  /** The window begins with the first try; else each try begins it anew. */
  readonly isFixed?: boolean
}

export const ANYWHERE = Buffer.alloc(0)

/** From one address block. */
export const ORIGIN_LIMIT = { most: 5, windowMs: 15 * MINUTE_MS }
/** From all address blocks that the operator has not worked at lately. */
export const ANYWHERE_LIMIT = { most: 20, windowMs: 60 * MINUTE_MS }

/** Counts a try before it is made, so that concurrent ones do not pass together. Undefined: no try is left. */
export const countTry = async (db: Db, clock: Clock, limit: FailureLimit): Promise<number | undefined> => {
  const { subject, origin, most, windowMs, isFixed = false } = limit
  const now = clock.now()
  const isOver = lte(operatorFailures.windowEndsAt, now)
  const taken = await db
    .insert(operatorFailures)
    .values({ subject, origin, failures: 1, windowEndsAt: later(now, windowMs) })
    .onConflictDoUpdate({
      target: [operatorFailures.subject, operatorFailures.origin],
      set: {
        failures: sql`case when ${isOver} then 1 else ${operatorFailures.failures} + 1 end`,
        windowEndsAt: isFixed
          ? sql`case when ${isOver} then ${later(now, windowMs)} else ${operatorFailures.windowEndsAt} end`
          : later(now, windowMs),
      },
      setWhere: or(isOver, sql`${operatorFailures.failures} < ${most}`),
    })
    .returning({ failures: operatorFailures.failures })
  return taken[0]?.failures
}

/** Whether a try was counted whose window has not ended. */
export const isWindowOpen = async (
  db: Db,
  clock: Clock,
  { subject, origin }: Pick<FailureLimit, 'subject' | 'origin'>,
): Promise<boolean> => {
  const { subject: ofSubject, origin: ofOrigin, windowEndsAt } = operatorFailures
  return (
    (await db.$count(
      operatorFailures,
      and(eq(ofSubject, subject), eq(ofOrigin, origin), gt(windowEndsAt, clock.now())),
    )) > 0
  )
}

/** False: no try is left. */
export const takeTry = async (db: Db, clock: Clock, limit: FailureLimit): Promise<boolean> =>
  (await countTry(db, clock, limit)) !== undefined

/** A right try clears its origin; of the count of all origins it takes only itself back. */
export const clearTries = async (tx: Db | Tx, subject: string, origin: Buffer): Promise<void> => {
  await tx
    .delete(operatorFailures)
    .where(and(eq(operatorFailures.subject, subject), eq(operatorFailures.origin, origin)))
  if (origin.length === 0) return
  await tx
    .update(operatorFailures)
    .set({ failures: sql`greatest(${operatorFailures.failures} - 1, 0)` })
    .where(and(eq(operatorFailures.subject, subject), eq(operatorFailures.origin, ANYWHERE)))
}

export const loginSubject = (name: string): string => `login:${name}`
const resetSubject = (name: string): string => `reset:${name}`

/** Ends what closes logins, codes and passwords of an operator, from all origins. */
export const forgetTries = async (
  tx: Tx,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<void> => {
  const subjects = [loginSubject(name), `totp:${id}`, `password:${id}`]
  await tx.delete(operatorFailures).where(inArray(operatorFailures.subject, subjects))
}

/** The next login is exempt from the limit of all origins: strangers who go on guessing do not keep it closed. */
export const exemptNextLogin = async (tx: Tx, name: string, until: Date): Promise<void> => {
  await tx
    .insert(operatorFailures)
    .values({ subject: resetSubject(name), origin: ANYWHERE, failures: 0, windowEndsAt: until })
    .onConflictDoUpdate({
      target: [operatorFailures.subject, operatorFailures.origin],
      set: { windowEndsAt: until },
    })
}

export const isNextLoginExempt = async (db: Db, name: string, now: Date): Promise<boolean> =>
  (await db.$count(
    operatorFailures,
    and(eq(operatorFailures.subject, resetSubject(name)), gt(operatorFailures.windowEndsAt, now)),
  )) > 0

export const endExemption = async (tx: Tx, name: string): Promise<void> => {
  await tx.delete(operatorFailures).where(eq(operatorFailures.subject, resetSubject(name)))
}

/** Whether the operator has given both factors from there lately. */
export const isKnownOrigin = async (db: Db, name: string, origin: Buffer, after: Date): Promise<boolean> => {
  const [known] = await db
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorSessions.operatorId))
    .where(and(eq(operators.name, name), eq(operatorSessions.origin, origin), gt(operatorSessions.provedAt, after)))
    .limit(1)
  return known !== undefined
}
