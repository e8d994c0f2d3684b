import { and, asc, eq, exists, gt, isNull, lt, lte, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { type Clock, databaseNow } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { devices, deviceTags } from '../../../tables/devices.ts'
import { users } from '../../../tables/identity.ts'
import { deviceScheduleDevices, deviceScheduleRuns, deviceSchedules } from '../../../tables/schedules.ts'
import { taskParts, tasks } from '../../../tables/tasks.ts'
import type { DeviceRow } from '../fleet/index.ts'
import type { ScheduleRow } from './store.ts'

export type RunRow = typeof deviceScheduleRuns.$inferSelect

export interface RowId {
  readonly id: number
}

const isDue = (clock: Clock): SQL => lte(deviceSchedules.nextAt, databaseNow(clock))

export const listDueSchedules = (db: Db, clock: Clock, limit: number, afterId = 0): Promise<RowId[]> =>
  db
    .select({ id: deviceSchedules.id })
    .from(deviceSchedules)
    .where(and(isDue(clock), gt(deviceSchedules.id, afterId)))
    .orderBy(asc(deviceSchedules.id))
    .limit(limit)

/** Undefined when another process has it, or it is no longer due. Lateness is by the database's clock. */
export const lockDueSchedule = async (tx: Tx, clock: Clock, scheduleId: number) => {
  const [found] = await tx
    .select({
      schedule: deviceSchedules,
      lateMs: sql<number>`(extract(epoch from ${databaseNow(clock)} - ${deviceSchedules.nextAt}) * 1000)::float8`,
      isFrozen: sql<boolean>`exists (
        select from ${users} where ${users.id} = ${deviceSchedules.ownerId} and ${users.frozenAt} is not null)`,
    })
    .from(deviceSchedules)
    .where(and(eq(deviceSchedules.id, scheduleId), isDue(clock)))
    .for('update', { skipLocked: true })
  return found
}

/** A due time has one run: a second one is not written. */
export const insertRun = async (tx: Tx, run: typeof deviceScheduleRuns.$inferInsert): Promise<boolean> => {
  const written = await tx
    .insert(deviceScheduleRuns)
    .values(run)
    .onConflictDoNothing()
    .returning({ id: deviceScheduleRuns.id })
  return written.length > 0
}

export const listRunsIn = (db: Db, state: 'open' | 'working', limit: number, afterId = 0): Promise<RowId[]> =>
  db
    .select({ id: deviceScheduleRuns.id })
    .from(deviceScheduleRuns)
    .where(
      and(isNull(deviceScheduleRuns.endedAt), eq(deviceScheduleRuns.state, state), gt(deviceScheduleRuns.id, afterId)),
    )
    .orderBy(asc(deviceScheduleRuns.id))
    .limit(limit)

export interface OpenRun {
  readonly run: RunRow
  readonly schedule: ScheduleRow
}

export const findOpenRun = async (db: Db, runId: number): Promise<OpenRun | undefined> => {
  const [found] = await db
    .select({ run: deviceScheduleRuns, schedule: deviceSchedules })
    .from(deviceScheduleRuns)
    .innerJoin(deviceSchedules, eq(deviceSchedules.id, deviceScheduleRuns.scheduleId))
    .where(and(eq(deviceScheduleRuns.id, runId), eq(deviceScheduleRuns.state, 'open')))
  return found
}

/** Devices of a schedule as they are now: its group or tag is looked up for each run. */
const isTarget = (db: Db, { id, target, groupId, tag }: ScheduleRow): SQL | undefined => {
  const one = { one: sql`1` }
  if (target === 'group') return eq(devices.groupId, groupId ?? 0)
  if (target === 'tag') {
    const tagged = and(eq(deviceTags.deviceId, devices.id), eq(deviceTags.tag, tag))
    return exists(db.select(one).from(deviceTags).where(tagged))
  }
  const chosen = and(eq(deviceScheduleDevices.deviceId, devices.id), eq(deviceScheduleDevices.scheduleId, id))
  return exists(db.select(one).from(deviceScheduleDevices).where(chosen))
}

export const listTargets = (db: Db, schedule: ScheduleRow, afterId: number, limit: number): Promise<DeviceRow[]> =>
  db
    .select()
    .from(devices)
    .where(
      and(
        eq(devices.ownerId, schedule.ownerId),
        ne(devices.state, 'released'),
        isTarget(db, schedule),
        gt(devices.id, afterId),
      ),
    )
    .orderBy(asc(devices.id))
    .limit(limit)

/** Claims devices from this one on; false when another process was faster. */
export const lockRunBefore = async (tx: Tx, runId: number, deviceId: number): Promise<boolean> => {
  const [run] = await tx
    .select({ id: deviceScheduleRuns.id })
    .from(deviceScheduleRuns)
    .where(
      and(
        eq(deviceScheduleRuns.id, runId),
        eq(deviceScheduleRuns.state, 'open'),
        lt(deviceScheduleRuns.lastDeviceId, deviceId),
      ),
    )
    .for('update')
  return run !== undefined
}

export interface RunProgress {
  readonly lastDeviceId?: number
  readonly devices?: number
  readonly done?: number
  readonly failed?: number
  readonly reason?: string | undefined
  readonly taskId?: number | null
}

/** Counts are added; the first reason and the first task stay. */
export const addToRun = async (tx: Tx | Db, runId: number, progress: RunProgress): Promise<void> => {
  const {
    lastDeviceId = 0,
    devices: more = 0,

    done = 0,
    failed = 0,
    reason = '',
    taskId = null,
  } = progress
  const runs = deviceScheduleRuns
  await tx
    .update(runs)
    .set({
      lastDeviceId: sql`greatest(${runs.lastDeviceId}, ${lastDeviceId})`,
      deviceCount: sql`${runs.deviceCount} + ${more}`,
      doneCount: sql`${runs.doneCount} + ${done}`,
      failedCount: sql`${runs.failedCount} + ${failed}`,
      reason: sql`case when ${runs.reason} = '' then ${reason} else ${runs.reason} end`,
      taskId: sql`coalesce(${runs.taskId}, ${taskId}::bigint)`,
    })
    .where(eq(runs.id, runId))
}

/** All devices have been taken. */
export const closeIntake = async (db: Db, { id, lastDeviceId }: RunRow): Promise<void> => {
  await db
    .update(deviceScheduleRuns)
    .set({ state: 'working' })
    .where(
      and(
        eq(deviceScheduleRuns.id, id),
        eq(deviceScheduleRuns.state, 'open'),
        eq(deviceScheduleRuns.lastDeviceId, lastDeviceId),
      ),
    )
}

/** A run whose tasks have ended, with its schedule, both locked. */
export const lockFinishedRun = async (tx: Tx, runId: number): Promise<OpenRun | undefined> => {
  const openTasks = tx
    .select({ one: sql`1` })
    .from(tasks)
    .where(and(eq(tasks.scheduleRunId, deviceScheduleRuns.id), isNull(tasks.endedAt)))
  const [found] = await tx
    .select({ run: deviceScheduleRuns, schedule: deviceSchedules })
    .from(deviceScheduleRuns)
    .innerJoin(deviceSchedules, eq(deviceSchedules.id, deviceScheduleRuns.scheduleId))
    .where(and(eq(deviceScheduleRuns.id, runId), eq(deviceScheduleRuns.state, 'working'), notExists(openTasks)))
    .for('update', { skipLocked: true })
  return found
}

/** Results of the devices that a task was begun for. */
export const countParts = async (tx: Tx, runId: number) => {
  const has = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const hasFailed = sql`${taskParts.state} <> 'succeeded'`
  const [counted] = await tx
    .select({
      done: has(sql`${taskParts.state} = 'succeeded'`),
      failed: has(hasFailed),
      cancelled: has(sql`${hasFailed} and ${taskParts.isCancelled}`),
      reason: sql<string | null>`min(${taskParts.reason}) filter (where ${hasFailed} and ${taskParts.reason} <> '')`,
    })
    .from(taskParts)
    .innerJoin(tasks, eq(tasks.id, taskParts.taskId))
    .where(eq(tasks.scheduleRunId, runId))
  return counted ?? { done: 0, failed: 0, cancelled: 0, reason: null }
}

export const endRun = async (
  tx: Tx,
  runId: number,
  values: Pick<RunRow, 'doneCount' | 'failedCount' | 'reason'>,
  endedAt: Date,
): Promise<void> => {
  await tx
    .update(deviceScheduleRuns)
    .set({ ...values, state: 'ended', endedAt })
    .where(eq(deviceScheduleRuns.id, runId))
}
