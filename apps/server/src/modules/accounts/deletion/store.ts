import { DeletionObstacle } from '@yunji/contract/accounts/profile/schema'
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceGrants, devices, deviceTransfers } from '../../../tables/devices.ts'
import { accountDeletions, users } from '../../../tables/identity.ts'
import { orders } from '../../../tables/orders.ts'
import { tasks } from '../../../tables/tasks.ts'

interface Obstacle {
  readonly kind: DeletionObstacle
  readonly count: number
}

/** Reasons that block a deletion. */
export const listObstacles = async (tx: Tx | Db, userId: number): Promise<Obstacle[]> => {
  const owned = tx.select({ id: devices.id }).from(devices).where(eq(devices.ownerId, userId))
  const counts = {
    [DeletionObstacle.device]: await countDevices(tx, userId),
    [DeletionObstacle.transfer]: await countWaitingTransfers(tx, userId),
    [DeletionObstacle.grant]: await tx.$count(
      deviceGrants,
      and(
        or(eq(deviceGrants.granteeId, userId), inArray(deviceGrants.deviceId, owned)),
        inArray(deviceGrants.state, ['waiting', 'active']),
      ),
    ),
    [DeletionObstacle.order]: await countOpenOrders(tx, userId),
  }
  return Object.values(DeletionObstacle).flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind] }] : []))
}

/** Of the user, or to the user's number. */
const countWaitingTransfers = (tx: Tx | Db, userId: number): Promise<number> => {
  const own = tx.select({ mobilePhone: users.mobilePhone }).from(users).where(eq(users.id, userId))
  return tx.$count(
    deviceTransfers,
    and(
      eq(deviceTransfers.state, 'waiting'),
      or(eq(deviceTransfers.fromUserId, userId), inArray(deviceTransfers.toPhone, own)),
    ),
  )
}

/** Devices of the user that are not released. */
export const countDevices = (tx: Tx | Db, userId: number): Promise<number> =>
  tx.$count(devices, and(eq(devices.ownerId, userId), ne(devices.state, 'released')))

/** Orders that may still be paid or refunded. */
export const countOpenOrders = (tx: Tx | Db, userId: number): Promise<number> =>
  tx.$count(orders, and(eq(orders.userId, userId), inArray(orders.state, ['pending', 'paid', 'refunding'])))

/** Unfinished tasks of the user. */
export const countOpenTasks = (tx: Tx, userId: number): Promise<number> =>
  tx.$count(tasks, and(eq(tasks.ownerId, userId), isNull(tasks.endedAt)))

export const findUser = async (tx: Tx | Db, userId: number) => {
  const [user] = await tx
    .select({ mobilePhone: users.mobilePhone, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  return user
}

export const findDeletion = async (tx: Tx | Db, userId: number): Promise<Date | undefined> => {
  const [row] = await tx
    .select({ erasesAt: accountDeletions.erasesAt })
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, userId))
  return row?.erasesAt
}

export const insertDeletion = async (tx: Tx, deletion: typeof accountDeletions.$inferInsert): Promise<void> => {
  const { userId: _same, ...timestamps } = deletion
  await tx
    .insert(accountDeletions)
    .values(deletion)
    .onConflictDoUpdate({ target: accountDeletions.userId, set: timestamps })
}

/** A customer whose account exists. */
export const hasAccount = async (tx: Tx | Db, userId: number): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, userId), eq(users.isGuest, false), isNull(users.erasedAt)))) > 0

/** Locked, so that nobody freezes the account meanwhile; a freeze in front is waited for. */
export const lockAccount = async (tx: Tx, userId: number): Promise<{ frozenAt: Date | null } | undefined> => {
  const [account] = await tx
    .select({ frozenAt: users.frozenAt })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isGuest, false), isNull(users.erasedAt)))
    .for('no key update')
  return account
}

/** False when no deletion was requested. */
export const deleteDeletion = async (tx: Tx | Db, userId: number): Promise<boolean> =>
  (
    await tx
      .delete(accountDeletions)
      .where(eq(accountDeletions.userId, userId))
      .returning({ userId: accountDeletions.userId })
  ).length > 0

export interface DueDeletion {
  readonly userId: number
  readonly attempts: number
}

/** Untried deletions first, then failed ones whose delay is over. */
export const listDue = (db: Db, now: Date, limit: number): Promise<DueDeletion[]> =>
  db
    .select({ userId: accountDeletions.userId, attempts: accountDeletions.attempts })
    .from(accountDeletions)
    .where(lte(accountDeletions.nextTryAt, now))
    .orderBy(asc(accountDeletions.nextTryAt), asc(accountDeletions.userId))
    .limit(limit)

export const postpone = async (db: Db, { userId, attempts }: DueDeletion, nextTryAt: Date): Promise<void> => {
  await db.update(accountDeletions).set({ attempts, nextTryAt }).where(eq(accountDeletions.userId, userId))
}

/** Accounts past their erasure date, and those of them whose erasure has failed. */
export const countOverdue = async (db: Db, now: Date): Promise<{ overdue: number; failing: number }> => {
  const [counts] = await db
    .select({
      overdue: sql<number>`count(*)::int`,
      failing: sql<number>`(count(*) filter (where ${gt(accountDeletions.attempts, 0)}))::int`,
    })
    .from(accountDeletions)
    .where(lte(accountDeletions.erasesAt, now))
  return counts ?? { overdue: 0, failing: 0 }
}
