import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { users } from '../../tables/identity.ts'
import { spaceGrants, spacePlans } from '../../tables/recharge.ts'

/** Space of grants that have not ended. */
export const boughtGb = async (db: Db | Tx, userId: number, now: Date): Promise<number> => {
  const [row] = await db
    .select({ sizeGb: sql`coalesce(sum(${spaceGrants.sizeGb}), 0)`.mapWith(Number) })
    .from(spaceGrants)
    .where(and(eq(spaceGrants.userId, userId), gt(spaceGrants.endsAt, now)))
  return row?.sizeGb ?? 0
}

/** Locked until the transaction ends: grants of one user are added one after the other. */
export const lockUser = async (tx: Tx, userId: number): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export const insertGrant = async (tx: Tx, grant: typeof spaceGrants.$inferInsert): Promise<void> => {
  await tx.insert(spaceGrants).values(grant)
}

export type PlanRow = typeof spacePlans.$inferSelect

export const findListedPlan = async (tx: Tx, planId: number): Promise<PlanRow | undefined> => {
  const [plan] = await tx
    .select()
    .from(spacePlans)
    .where(and(eq(spacePlans.id, planId), spacePlans.isListed))
  return plan
}

export const listPlans = (db: Db) =>
  db
    .select()
    .from(spacePlans)
    .where(eq(spacePlans.isListed, true))
    .orderBy(asc(spacePlans.position), asc(spacePlans.id))
