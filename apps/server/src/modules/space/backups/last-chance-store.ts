import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices, meteredStops } from '../../../tables/devices.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'

const MOST_TRIES = 2

/** Parts about the same stay in the state that ends with the release. */
const partsOf = (db: Db | Tx, which?: SQL) =>
  db
    .select({ id: taskParts.id })
    .from(taskParts)
    .innerJoin(tasks, and(eq(tasks.id, taskParts.taskId), eq(tasks.kind, 'lastBackup')))
    .where(and(eq(taskParts.deviceId, devices.id), eq(taskParts.deviceStateCount, devices.stateCount), which))

/**
 * Expired devices, and stopped metered ones whose owner was told of the release: with data, without a backup of this kind,
 * and without one that failed a moment ago or too often.
 */
const isDue = (db: Db | Tx, triedBefore: Date): SQL | undefined =>
  and(
    isNotNull(devices.firstStartedAt),
    or(
      eq(devices.state, 'expired'),
      and(
        eq(devices.state, 'stopped'),
        inArray(
          devices.id,
          db.select({ id: meteredStops.deviceId }).from(meteredStops).where(isNotNull(meteredStops.remindedAt)),
        ),
      ),
    ),
    notExists(
      partsOf(
        db,
        or(
          isNull(taskParts.endedAt),
          eq(taskParts.state, 'succeeded'),
          sql`${taskParts.endedAt} > ${triedBefore}::timestamptz`,
        ),
      ),
    ),
    lt(sql`(select count(*) from ${partsOf(db).as('tried')})`, MOST_TRIES),
  )

export const listLastChances = (db: Db, triedBefore: Date, limit: number, afterId = 0): Promise<{ id: number }[]> =>
  db
    .select({ id: devices.id })
    .from(devices)
    .where(and(isDue(db, triedBefore), gt(devices.id, afterId)))
    .orderBy(asc(devices.id))
    .limit(limit)

export const lockLastChance = async (tx: Tx, deviceId: number, triedBefore: Date) => {
  const [device] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), isDue(tx, triedBefore)))
    .for('update')
  return device
}
