import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { operatorFailures, operatorSessions, operators } from '../../tables/operators.ts'

/** Tries of one subject from one origin; the empty origin counts all of them. */
export interface FailureLimit {
  readonly subject: string
  readonly origin: Buffer
  readonly most: number
  readonly windowMs: number
}

export const ANYWHERE = Buffer.alloc(0)

/** From one address block. */
export const ORIGIN_LIMIT = { most: 5, windowMs: 15 * MINUTE_MS }
/** From all address blocks that the operator has not worked at lately. */
export const ANYWHERE_LIMIT = { most: 20, windowMs: 60 * MINUTE_MS }

/** Counts a try before it is made, so that concurrent ones do not pass together. False: no try is left. */
export const takeTry = async (db: Db, clock: Clock, limit: FailureLimit): Promise<boolean> => {
  const { subject, origin, most, windowMs } = limit
  const now = clock.now()
  const isOver = lte(operatorFailures.windowEndsAt, now)
  const taken = await db
    .insert(operatorFailures)
    .values({ subject, origin, failures: 1, windowEndsAt: later(now, windowMs) })
    .onConflictDoUpdate({
      target: [operatorFailures.subject, operatorFailures.origin],
      set: {
        failures: sql`case when ${isOver} then 1 else ${operatorFailures.failures} + 1 end`,
        windowEndsAt: later(now, windowMs),
      },
      setWhere: or(isOver, sql`${operatorFailures.failures} < ${most}`),
    })
    .returning({ failures: operatorFailures.failures })
  return taken.length > 0
}

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
