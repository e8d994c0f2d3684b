import { DeletionObstacle } from '@yunji/contract/user/account-schema'
import { and, eq, inArray, lte, ne, or } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { deviceGrants, devices } from '../../tables/devices.ts'
import { accountDeletions, users } from '../../tables/identity.ts'
import { orders } from '../../tables/orders.ts'

interface Obstacle {
  readonly kind: DeletionObstacle
  readonly count: number
}

/** What somebody must end before they can leave. */
export const listObstacles = async (tx: Tx | Db, userId: number): Promise<Obstacle[]> => {
  const owned = tx.select({ id: devices.id }).from(devices).where(eq(devices.ownerId, userId))
  const counts = {
    [DeletionObstacle.device]: await tx.$count(
      devices,
      and(eq(devices.ownerId, userId), ne(devices.state, 'released')),
    ),
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

/** Money may still come, or have to go back. */
export const countOpenOrders = (tx: Tx | Db, userId: number): Promise<number> =>
  tx.$count(orders, and(eq(orders.userId, userId), inArray(orders.state, ['pending', 'paid', 'refunding'])))

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
  const { userId: _same, ...moments } = deletion
  await tx
    .insert(accountDeletions)
    .values(deletion)
    .onConflictDoUpdate({ target: accountDeletions.userId, set: moments })
}

export const listDue = async (db: Db, now: Date, limit: number): Promise<number[]> => {
  const rows = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(lte(accountDeletions.erasesAt, now))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
