import { and, asc, eq, exists, isNull, ne, not, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { devices } from '../../../tables/devices.ts'
import { taskParts } from '../../../tables/tasks.ts'
import type { RefundingDeps } from './deps.ts'
import { onChangeEnded } from './end-change.ts'

interface LostDeps extends RefundingDeps {
  readonly database: Database
  readonly log: Logger
}

type LostChange = Pick<typeof deviceChanges.$inferSelect, 'id' | 'deviceId'>

const BATCH_SIZE = 100

/**
 * Ends changes that stand begun although no task works on them any more, as after the task's rows were lost or ended by a
 * version that does not know the kind. Where the task had succeeded, the device becomes what was paid for; otherwise it
 * stays what it was, and place, money, credit and coupon go back.
 */
export const endLostChanges = (deps: LostDeps) => {
  const { database, clock, log } = deps
  const fields = ({ id: changeId, deviceId }: LostChange) => ({ changeId, deviceId })
  const work = { job: 'changes.endLost', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const lost = readPages<LostChange>(BATCH_SIZE, (after, limit) => listLost(database.db, after?.id ?? 0, limit))
    await forEachRow(work, lost, (change) => database.db.transaction((tx) => endLost(deps, tx, change)))
  }
}

/** A device that is still changing has a deadline of its own, and leaves that state first. */
const isLost = (db: Db | Tx) =>
  and(
    isNull(deviceChanges.endedAt),
    ne(devices.state, 'changingConfiguration'),
    not(
      exists(
        db
          .select({ id: taskParts.id })
          .from(taskParts)
          .where(and(eq(taskParts.deviceId, deviceChanges.deviceId), isNull(taskParts.endedAt))),
      ),
    ),
  )

const listLost = (db: Db, afterId: number, limit: number): Promise<LostChange[]> =>
  db
    .select({ id: deviceChanges.id, deviceId: deviceChanges.deviceId })
    .from(deviceChanges)
    .innerJoin(devices, eq(devices.id, deviceChanges.deviceId))
    .where(and(isLost(db), sql`${deviceChanges.id} > ${afterId}`))
    .orderBy(asc(deviceChanges.id))
    .limit(limit)

const endLost = async (deps: LostDeps, tx: Tx, { id, deviceId }: LostChange): Promise<void> => {
  const [device] = await lockDevices(tx, [deviceId])
  const [change] = await tx
    .select({ taskId: deviceChanges.taskId, orderId: deviceChanges.orderId })
    .from(deviceChanges)
    .innerJoin(devices, eq(devices.id, deviceChanges.deviceId))
    .where(and(isLost(tx), eq(deviceChanges.id, id)))
  if (!device || !change) return
  const [part] = await tx
    .select({ state: taskParts.state })
    .from(taskParts)
    .where(and(eq(taskParts.taskId, change.taskId ?? 0), eq(taskParts.deviceId, deviceId)))
  const hasChanged = part?.state === 'succeeded' && device.state !== 'released'
  await onChangeEnded(deps)(tx, { device, state: hasChanged ? 'succeeded' : 'interrupted' })
  deps.log.warn({ changeId: id, deviceId, orderId: change.orderId, hasChanged }, 'change without a task is ended')
}
