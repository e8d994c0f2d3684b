import { and, asc, desc, eq, gt, isNull, ne, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { PartRow } from '../../../platform/tasks/definition.ts'
import { zoneStock } from '../../../tables/catalogue.ts'
import { devices, zones } from '../../../tables/devices.ts'
import { deviceMoves } from '../../../tables/moves.ts'
import { taskParts } from '../../../tables/tasks.ts'
import { isZoneUnreachable } from '../fleet/index.ts'

export type MoveRow = typeof deviceMoves.$inferSelect

/** Undefined for another user's device and for a released one. */
export const findOwnDevice = async (db: Db | Tx, userId: number, deviceId: number) => {
  const [found] = await db
    .select({ device: devices, zone: zones })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .where(and(eq(devices.id, deviceId), eq(devices.ownerId, userId), ne(devices.state, 'released')))
  return found
}

export const findStock = async (db: Db | Tx, zoneId: number, configId: number) => {
  const [stock] = await db
    .select()
    .from(zoneStock)
    .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId)))
  return stock
}

/** Other zones that hold the device's configuration. A zone that cannot be reached is left out. */
export const listOtherZones = (
  db: Db,
  clock: Clock,
  { zoneId, configId, supplierType }: Pick<typeof devices.$inferSelect, 'zoneId' | 'configId' | 'supplierType'>,
) =>
  db
    .select({ zone: zones, stock: zoneStock })
    .from(zoneStock)
    .innerJoin(zones, eq(zones.id, zoneStock.zoneId))
    .where(
      and(
        eq(zoneStock.configId, configId ?? 0),
        ne(zoneStock.zoneId, zoneId),
        zones.isOpen,
        not(isZoneUnreachable(clock, { supplierType: sql`${supplierType}`, zoneId: sql`${zones.id}` })),
      ),
    )
    .orderBy(asc(zones.position), asc(zones.id))

export const insertMove = async (tx: Tx, move: typeof deviceMoves.$inferInsert): Promise<number> => {
  const [inserted] = await tx.insert(deviceMoves).values(move).returning({ id: deviceMoves.id })
  return inserted?.id ?? 0
}

export const setMoveTask = async (
  tx: Tx,
  moveId: number,
  task: Partial<Pick<typeof deviceMoves.$inferInsert, 'taskId' | 'phoneId'>>,
): Promise<void> => {
  await tx.update(deviceMoves).set(task).where(eq(deviceMoves.id, moveId))
}

export const findMovePart = async (tx: Tx, taskId: number, deviceId: number): Promise<PartRow | undefined> => {
  const [part] = await tx
    .select()
    .from(taskParts)
    .where(and(eq(taskParts.taskId, taskId), eq(taskParts.deviceId, deviceId)))
  return part
}

/** Open, and without a task part that is. */
const isLost = (db: Db | Tx) =>
  and(
    isNull(deviceMoves.endedAt),
    notExists(
      db
        .select({ id: taskParts.id })
        .from(taskParts)
        .where(and(eq(taskParts.deviceId, deviceMoves.deviceId), isNull(taskParts.endedAt), not(taskParts.isBeside))),
    ),
  )

export type LostMove = Pick<MoveRow, 'id' | 'deviceId'>

/** Open moves that no task works on any more, oldest first. */
export const listLostMoves = (db: Db, afterId: number, limit: number): Promise<LostMove[]> =>
  db
    .select({ id: deviceMoves.id, deviceId: deviceMoves.deviceId })
    .from(deviceMoves)
    .where(and(isLost(db), gt(deviceMoves.id, afterId)))
    .orderBy(asc(deviceMoves.id))
    .limit(limit)

export const findLostMove = async (tx: Tx, moveId: number): Promise<MoveRow | undefined> => {
  const [move] = await tx
    .select()
    .from(deviceMoves)
    .where(and(isLost(tx), eq(deviceMoves.id, moveId)))
  return move
}

export const findOpenMove = async (db: Db | Tx, deviceId: number): Promise<MoveRow | undefined> => {
  const [move] = await db
    .select()
    .from(deviceMoves)
    .where(and(eq(deviceMoves.deviceId, deviceId), isNull(deviceMoves.endedAt)))
  return move
}

/** Ends the open move of a device; nothing when it has none. */
export const markMoveEnded = async (
  tx: Tx,
  deviceId: number,
  end: { readonly endedAt: Date; readonly hasMoved: boolean },
): Promise<MoveRow | undefined> => {
  const [move] = await tx
    .update(deviceMoves)
    .set(end)
    .where(and(eq(deviceMoves.deviceId, deviceId), isNull(deviceMoves.endedAt)))
    .returning()
  return move
}

const findLast = async (db: Db | Tx, deviceId: number, kind: MoveRow['kind'], more?: SQL) => {
  const [last] = await db
    .select({ createdAt: deviceMoves.createdAt })
    .from(deviceMoves)
    .where(and(eq(deviceMoves.deviceId, deviceId), eq(deviceMoves.kind, kind), deviceMoves.hasMoved, more))
    .orderBy(desc(deviceMoves.createdAt))
    .limit(1)
  return last?.createdAt
}

/** Start of the last successful replacement that its owner asked for; an operator's has no reason. */
export const findLastReplacedAt = (db: Db | Tx, deviceId: number): Promise<Date | undefined> =>
  findLast(db, deviceId, 'replace', ne(deviceMoves.reason, ''))

/** Start of the last successful change of zone that cost nothing. */
export const findLastFreeZoneChangeAt = (db: Db | Tx, deviceId: number): Promise<Date | undefined> =>
  findLast(db, deviceId, 'zone', eq(deviceMoves.costBeans, 0))
