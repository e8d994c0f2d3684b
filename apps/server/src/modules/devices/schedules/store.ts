import type { ScheduleKind, ScheduleRepeat, ScheduleTarget } from '@yunji/contract/devices/schedule/rules'
import type { ScheduleRecord, ScheduleResult } from '@yunji/contract/devices/schedule/schema'
import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { deviceGroups } from '../../../tables/devices.ts'
import { deviceScheduleDevices, deviceScheduleRuns, deviceSchedules } from '../../../tables/schedules.ts'

export type ScheduleRow = typeof deviceSchedules.$inferSelect

/** Held until the transaction ends, so that concurrent calls count each other's schedules. */
export const lockSchedules = (tx: Tx, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('device schedules', ${userId}::bigint))`)

const ofUser = (userId: number) => eq(deviceSchedules.ownerId, userId)

export const countSchedules = (tx: Tx, userId: number): Promise<number> => tx.$count(deviceSchedules, ofUser(userId))

/** Deletes the oldest schedule that has had its single run; false when there is none. */
export const deleteOldestEnded = async (tx: Tx, userId: number): Promise<boolean> => {
  const openRuns = tx
    .select({ one: sql`1` })
    .from(deviceScheduleRuns)
    .where(and(eq(deviceScheduleRuns.scheduleId, deviceSchedules.id), isNull(deviceScheduleRuns.endedAt)))
  const hasEnded = and(ofUser(userId), isNull(deviceSchedules.nextAt), isNull(deviceSchedules.pausedAt))
  const [oldest] = await tx
    .select({ id: deviceSchedules.id })
    .from(deviceSchedules)
    .where(and(hasEnded, notExists(openRuns)))
    .orderBy(asc(deviceSchedules.id))
    .limit(1)
  if (oldest) await tx.delete(deviceSchedules).where(eq(deviceSchedules.id, oldest.id))
  return oldest !== undefined
}

export const isOwnGroup = async (tx: Tx, userId: number, groupId: number): Promise<boolean> =>
  (await tx.$count(deviceGroups, and(eq(deviceGroups.id, groupId), eq(deviceGroups.userId, userId)))) > 0

/** Undefined for schedules of other users, too. Locked. */
export const lockOwnSchedule = async (tx: Tx, userId: number, scheduleId: number): Promise<ScheduleRow | undefined> => {
  const [row] = await tx
    .select()
    .from(deviceSchedules)
    .where(and(eq(deviceSchedules.id, scheduleId), ofUser(userId)))
    .for('update')
  return row
}

export const insertSchedule = async (tx: Tx, values: typeof deviceSchedules.$inferInsert): Promise<number> => {
  const [row] = await tx.insert(deviceSchedules).values(values).returning({ id: deviceSchedules.id })
  if (!row) throw new Error('a schedule was not written')
  return row.id
}

export const updateScheduleRow = async (
  tx: Tx,
  scheduleId: number,
  values: Partial<typeof deviceSchedules.$inferInsert>,
): Promise<void> => {
  await tx.update(deviceSchedules).set(values).where(eq(deviceSchedules.id, scheduleId))
}

export const replaceDevices = async (tx: Tx, scheduleId: number, deviceIds: readonly number[]): Promise<void> => {
  await tx.delete(deviceScheduleDevices).where(eq(deviceScheduleDevices.scheduleId, scheduleId))
  const rows = [...new Set(deviceIds)].map((deviceId) => ({ scheduleId, deviceId }))
  if (rows.length > 0) await tx.insert(deviceScheduleDevices).values(rows)
}

export const deleteScheduleRow = async (tx: Tx, userId: number, scheduleId: number): Promise<boolean> => {
  const deleted = await tx
    .delete(deviceSchedules)
    .where(and(eq(deviceSchedules.id, scheduleId), ofUser(userId)))
    .returning({ id: deviceSchedules.id })
  return deleted.length > 0
}

interface ListedRow extends Record<string, unknown> {
  readonly id: string
  readonly kind: ScheduleKind
  readonly package_name: string
  readonly app_name: string
  readonly target: ScheduleTarget
  readonly group_id: string | null
  readonly tag: string
  readonly repeat: ScheduleRepeat
  readonly run_time: string
  readonly run_date: string
  readonly weekdays: number[]
  readonly next_at: string | null
  readonly paused_at: string | null
  readonly empty_runs: number
  readonly device_ids: string[]
  readonly device_count: number
  readonly target_name: string | null
  readonly due_at: string | null
  readonly run_state: string
  readonly run_devices: number
  readonly done_count: number
  readonly failed_count: number
  readonly reason: string
  readonly task_id: string | null
}

/** Each target is counted along its own index; a released device is in none of them. */
export const listSchedules = async (db: Db | Tx, userId: number, scheduleId?: number): Promise<ScheduleRecord[]> => {
  const { rows } = await db.execute<ListedRow>(sql`
    select s.*, chosen.device_ids,
      case s.target
        when 'devices' then coalesce(cardinality(chosen.device_ids), 0)
        when 'group' then (select count(*)::int from devices d
          where d.group_id = s.group_id and d.owner_id = s.owner_id and d.state <> 'released')
        else (select count(*)::int from device_tags t join devices d on d.id = t.device_id
          where t.tag = s.tag and d.owner_id = s.owner_id and d.state <> 'released')
      end as device_count,
      case s.target
        when 'devices' then (select name from devices where id = chosen.device_ids[1])
        when 'group' then (select name from device_groups where id = s.group_id)
        else s.tag
      end as target_name,
      run.due_at, run.state as run_state, run.device_count as run_devices, run.done_count, run.failed_count, run.reason,
      run.task_id
    from device_schedules s
    cross join lateral (
      select coalesce(array_agg(d.id order by d.id), '{}') as device_ids
      from device_schedule_devices c join devices d on d.id = c.device_id
      where c.schedule_id = s.id and d.owner_id = s.owner_id and d.state <> 'released'
    ) chosen
    left join lateral (
      select * from device_schedule_runs r where r.schedule_id = s.id order by r.due_at desc limit 1
    ) run on true
    where s.owner_id = ${userId} and (${scheduleId ?? null}::bigint is null or s.id = ${scheduleId ?? null})
    order by s.next_at nulls last, s.id desc`)
  return rows.map(toRecord)
}

const millisOf = (timestamp: string): number => new Date(timestamp).getTime()
const numberOf = (id: string | null): number | null => (id === null ? null : Number(id))

const stateOf = ({ next_at, paused_at }: ListedRow): ScheduleRecord['state'] => {
  if (paused_at) return 'paused'
  return next_at ? 'active' : 'ended'
}

const resultOf = ({ run_state, run_devices, done_count, failed_count }: ListedRow): ScheduleResult => {
  if (run_state === 'missed') return 'missed'
  if (run_state !== 'ended') return 'working'
  if (run_devices === 0) return 'nothing'
  if (failed_count === 0) return 'succeeded'
  return done_count === 0 ? 'failed' : 'partly'
}

const toRecord = (row: ListedRow): ScheduleRecord => ({
  scheduleId: Number(row.id),
  kind: row.kind,
  packageName: row.package_name,
  appName: row.app_name,
  target: row.target,
  deviceIds: row.device_ids.map(Number),
  groupId: numberOf(row.group_id),
  tag: row.tag,
  targetName: row.target_name ?? '',
  deviceCount: row.device_count,
  repeat: row.repeat,
  time: row.run_time,
  date: row.run_date,
  weekdays: row.weekdays,
  state: stateOf(row),
  isPausedEmpty: row.paused_at !== null && row.empty_runs > 0,
  nextAt: row.next_at === null ? null : millisOf(row.next_at),
  lastRun:
    row.due_at === null
      ? null
      : {
          dueAt: millisOf(row.due_at),
          result: resultOf(row),
          doneCount: row.done_count,
          failedCount: row.failed_count,
          reason: row.reason,
          taskId: numberOf(row.task_id),
        },
})
