import { and, eq, inArray } from 'drizzle-orm'
import { hashPassword } from '../modules/accounts/users/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import { users } from '../tables/identity.ts'
import { operatorAudit } from '../tables/operators.ts'

/** Printed at start, so that a newcomer can log in. Never seeded in production. */
export const demoAccount = { mobilePhone: '13800138000', password: 'yunji2026', name: '云机体验官' } as const

const SEED_LOCK = 7_261_011

/** Until the transaction ends no other process seeds: each looks for existing rows before it inserts. */
export const lockSeeds = (tx: Tx): Promise<unknown> => tx.execute(`select pg_advisory_xact_lock(${SEED_LOCK})`)

/** Whether an operator has made such a change: from then on the demo adds nothing of the kind. */
export const isManaged = async (tx: Tx, calls: readonly string[]): Promise<boolean> => {
  const [found] = await tx
    .select({ id: operatorAudit.id })
    .from(operatorAudit)
    .where(and(inArray(operatorAudit.call, [...calls]), eq(operatorAudit.outcome, 'done')))
    .limit(1)
  return found !== undefined
}

/** Idempotent: existing rows stay. */
export const seedDemo = async (db: Db, clock: Clock): Promise<void> => {
  const { mobilePhone, password, name } = demoAccount
  const known = await db.$count(users)
  if (known > 0) return
  const passwordHash = await hashPassword(password)
  await db.insert(users).values({ mobilePhone, name, passwordHash, createdAt: clock.now() }).onConflictDoNothing()
}
