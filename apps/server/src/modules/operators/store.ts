import type { OperatorRole } from '@yunji/contract/wire/operator-roles'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import type { SealedColumn } from '../../platform/reseal.ts'
import type { OldRows } from '../../platform/retention.ts'
import { formOf } from '../../platform/sealed-texts.ts'
import { operatorFailures, operatorRecoveryCodes, operatorSessions, operators } from '../../tables/operators.ts'

export type OperatorRow = typeof operators.$inferSelect

export const findByName = async (db: Db | Tx, name: string): Promise<OperatorRow | undefined> =>
  (await db.select().from(operators).where(eq(operators.name, name)))[0]

export const findById = async (db: Db | Tx, operatorId: number): Promise<OperatorRow | undefined> =>
  (await db.select().from(operators).where(eq(operators.id, operatorId)))[0]

export const lockById = async (tx: Tx, operatorId: number): Promise<OperatorRow | undefined> =>
  (await tx.select().from(operators).where(eq(operators.id, operatorId)).for('update'))[0]

/** One process adds it; others that start at once wait for the end of its transaction. */
export const lockOperators = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`lock table ${operators} in share row exclusive mode`)
}

export const hasOperators = async (tx: Tx): Promise<boolean> =>
  (await tx.select({ id: operators.id }).from(operators).limit(1)).length > 0

/** Undefined when the name is taken. */
export const insertOperator = async (
  tx: Tx,
  row: { name: string; role: OperatorRole; passwordHash: string; createdAt: Date },
): Promise<{ id: number } | undefined> =>
  (await tx.insert(operators).values(row).onConflictDoNothing().returning({ id: operators.id }))[0]

export const updateOperator = async (
  tx: Db | Tx,
  operatorId: number,
  fields: Partial<Omit<OperatorRow, 'id' | 'name' | 'createdAt'>>,
): Promise<void> => {
  await tx.update(operators).set(fields).where(eq(operators.id, operatorId))
}

/** Locked in one order, so that two owners who demote each other do not both succeed. */
export const lockActiveOwners = (tx: Tx): Promise<{ id: number }[]> =>
  tx
    .select({ id: operators.id })
    .from(operators)
    .where(and(eq(operators.role, 'owner'), isNull(operators.disabledAt)))
    .orderBy(asc(operators.id))
    .for('update')

export const listOperators = (db: Db, { page, rows }: { page: number; rows: number }): Promise<OperatorRow[]> =>
  db
    .select()
    .from(operators)
    .orderBy(asc(operators.id))
    .limit(rows)
    .offset((page - 1) * rows)

export const countOperators = (db: Db): Promise<number> => db.$count(operators)

/** False: the step, or a later one, was used before. */
export const takeTotpStep = async (tx: Tx, operatorId: number, step: number): Promise<boolean> => {
  const taken = await tx
    .update(operators)
    .set({ totpStep: step })
    .where(and(eq(operators.id, operatorId), lt(operators.totpStep, step)))
    .returning({ id: operators.id })
  return taken.length > 0
}

export const replaceRecoveryCodes = async (tx: Tx, operatorId: number, hashes: readonly Buffer[]): Promise<void> => {
  await tx.delete(operatorRecoveryCodes).where(eq(operatorRecoveryCodes.operatorId, operatorId))
  if (hashes.length > 0) {
    await tx.insert(operatorRecoveryCodes).values(hashes.map((codeHash) => ({ operatorId, codeHash })))
  }
}

/** False: unknown, or used before. */
export const takeRecoveryCode = async (tx: Tx, operatorId: number, codeHash: Buffer, now: Date): Promise<boolean> => {
  const isOpen = and(
    eq(operatorRecoveryCodes.operatorId, operatorId),
    eq(operatorRecoveryCodes.codeHash, codeHash),
    isNull(operatorRecoveryCodes.usedAt),
  )
  const taken = await tx.update(operatorRecoveryCodes).set({ usedAt: now }).where(isOpen).returning()
  return taken.length > 0
}

export const countRecoveryCodes = (tx: Tx, operatorId: number): Promise<number> =>
  tx.$count(
    operatorRecoveryCodes,
    and(eq(operatorRecoveryCodes.operatorId, operatorId), isNull(operatorRecoveryCodes.usedAt)),
  )

type NewSession = typeof operatorSessions.$inferInsert

export const insertSession = async (tx: Tx, session: NewSession): Promise<void> => {
  await tx.insert(operatorSessions).values(session)
}

export const isSessionOpen = async (tx: Tx, sessionId: number): Promise<boolean> => {
  const isOpen = and(eq(operatorSessions.id, sessionId), isNull(operatorSessions.endedAt))
  return (await tx.select({ id: operatorSessions.id }).from(operatorSessions).where(isOpen).for('share')).length > 0
}

/** Operator of a session, for the audit log. */
export const findSessionState = async (tx: Tx, sessionId: number) => {
  const { operatorId, endedAt } = operatorSessions
  const [row] = await tx
    .select({ operatorId, name: operators.name, endedAt })
    .from(operatorSessions)
    .innerJoin(operators, eq(operators.id, operatorId))
    .where(eq(operatorSessions.id, sessionId))
  return row
}

export const proveSession = async (tx: Tx, sessionId: number, provedAt: Date): Promise<void> => {
  await tx.update(operatorSessions).set({ provedAt }).where(eq(operatorSessions.id, sessionId))
}

/** Ends the operator's open sessions, except `keptId`. */
export const endSessionsOf = async (tx: Tx, operatorId: number, endedAt: Date, keptId?: number): Promise<void> => {
  const isOther = keptId === undefined ? undefined : ne(operatorSessions.id, keptId)
  await tx
    .update(operatorSessions)
    .set({ endedAt })
    .where(and(eq(operatorSessions.operatorId, operatorId), isNull(operatorSessions.endedAt), isOther))
}

/** Ends all but the newest sessions, so that an operator never has more than `most`. */
export const endOldestSessions = async (tx: Tx, operatorId: number, endedAt: Date, most: number): Promise<void> => {
  const isOpenOf = and(eq(operatorSessions.operatorId, operatorId), isNull(operatorSessions.endedAt))
  const newest = tx
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .where(isOpenOf)
    .orderBy(desc(operatorSessions.id))
    .limit(most)
  await tx
    .update(operatorSessions)
    .set({ endedAt })
    .where(and(isOpenOf, notInArray(operatorSessions.id, newest)))
}

/** Ends one session; `operatorId` null: of whoever. Returns whose it was. */
export const endSession = async (
  tx: Tx,
  sessionId: number,
  operatorId: number | null,
  endedAt: Date,
): Promise<number | undefined> => {
  const isOwn: SQL | undefined = operatorId === null ? undefined : eq(operatorSessions.operatorId, operatorId)
  const [ended] = await tx
    .update(operatorSessions)
    .set({ endedAt })
    .where(and(eq(operatorSessions.id, sessionId), isNull(operatorSessions.endedAt), isOwn))
    .returning({ operatorId: operatorSessions.operatorId })
  return ended?.operatorId
}

const isOpenAt = (operatorId: number, now: Date, usedAfter: Date): SQL | undefined =>
  and(
    eq(operatorSessions.operatorId, operatorId),
    isNull(operatorSessions.endedAt),
    gt(operatorSessions.expiresAt, now),
    gt(operatorSessions.lastUsedAt, usedAfter),
  )

/** A login that still misses its second factor does not count. */
export const hasOpenSession = async (tx: Tx, operatorId: number, now: Date, usedAfter: Date): Promise<boolean> =>
  (await tx.$count(operatorSessions, and(isOpenAt(operatorId, now, usedAfter), isNotNull(operatorSessions.provedAt)))) >
  0

const LISTED_SESSIONS = 100

export const listSessions = (db: Db, operatorId: number, now: Date, usedAfter: Date) =>
  db
    .select()
    .from(operatorSessions)
    .where(isOpenAt(operatorId, now, usedAfter))
    .orderBy(desc(operatorSessions.id))
    .limit(LISTED_SESSIONS)

/** Sessions are kept for a while after their end: they tell which addresses the operator works at. */
export const expiredRows = (now: Date, sessionsBefore: Date): readonly OldRows[] => [
  [
    operatorSessions,
    or(lt(operatorSessions.expiresAt, sessionsBefore), lt(operatorSessions.endedAt, sessionsBefore)) as SQL,
  ],
  [operatorFailures, lt(operatorFailures.windowEndsAt, now)],
]

export const totpPlace = (operatorId: number): string => `operator:${operatorId}:totp`

/** Secrets of second factors, for the rotation of keys. */
export const sealedTotpSecrets: SealedColumn = {
  name: 'operators.totpSecret',
  list: async (db, prefix, after, limit) => {
    const found = await db
      .select({ id: operators.id, text: operators.totpSecret })
      .from(operators)
      .where(
        and(
          gt(operators.id, after),
          isNotNull(operators.totpSecret),
          sql`not starts_with(${operators.totpSecret}, ${prefix})`,
        ),
      )
      .orderBy(asc(operators.id))
      .limit(limit)
    return found.map(({ id, text }) => ({ id, text: text ?? '', place: totpPlace(id) }))
  },
  replace: (db, { id, text: before }, text) =>
    db
      .update(operators)
      .set({ totpSecret: text })
      .where(and(eq(operators.id, id), eq(operators.totpSecret, before))),
  count: async (db) => {
    const form = formOf(operators.totpSecret)
    return db
      .select({ form, count: sql<number>`count(*)::int` })
      .from(operators)
      .where(isNotNull(operators.totpSecret))
      .groupBy(form)
  },
}
