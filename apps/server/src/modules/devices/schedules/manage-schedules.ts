import {
  MAX_SCHEDULE_AHEAD_DAYS,
  MAX_SCHEDULES,
  nextRunAt,
  type ScheduleTiming,
} from '@yunji/contract/devices/schedule/rules'
import type { NewSchedule, ScheduleRecord } from '@yunji/contract/devices/schedule/schema'
import { includesRight } from '@yunji/contract/wire/call'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import type { ScheduleDeps } from './deps.ts'
import {
  countSchedules,
  deleteOldestEnded,
  deleteScheduleRow,
  insertSchedule,
  isOwnGroup,
  listSchedules,
  lockOwnSchedule,
  lockSchedules,
  replaceDevices,
  updateScheduleRow,
} from './store.ts'

const refuse = (text: string): AppError => new AppError('SHOW_ERROR_TIP', { text })

export const getScheduleList =
  ({ database: { db } }: ScheduleDeps) =>
  async ({ userId }: Caller) => ({ schedules: await listSchedules(db, userId) })

/** Foreign and missing devices and groups get the same answer. */
const checkTarget = async (
  { deviceAccess }: ScheduleDeps,
  tx: Tx,
  userId: number,
  { deviceIds, groupId }: NewSchedule,
): Promise<void> => {
  if (groupId !== undefined && !(await isOwnGroup(tx, userId, groupId))) throw new AppError('NOT_FOUND')
  if (!deviceIds) return
  const rights = await deviceAccess.findRights(userId, deviceIds, tx)
  const missing = deviceIds.filter((id) => !includesRight(rights.get(id) ?? 'none', 'owner'))
  if (missing.length > 0) throw new AppError('GET_DEVICE_FAILED', { data: { deviceIds: missing } })
}

const nextOf = (timing: ScheduleTiming, now: Date): Date => {
  const nextAt = nextRunAt(timing, now.getTime())
  if (nextAt === null) throw refuse('时间已过，请重新选择时间')
  if (nextAt > later(now, MAX_SCHEDULE_AHEAD_DAYS * DAY_MS).getTime()) throw refuse('时间太远，请选择一年以内的日期')
  return new Date(nextAt)
}

/** A saved schedule is active and begins to count its failures anew. */
const rowOf = (input: NewSchedule, now: Date) => {
  const { kind, packageName = '', appName = '', groupId = null, tag = '', repeat, time, date = '' } = input
  const weekdays = (input.weekdays ?? []).toSorted((a, b) => a - b)
  const target = input.deviceIds ? ('devices' as const) : groupId === null ? ('tag' as const) : ('group' as const)
  const nextAt = nextOf({ repeat, time, date, weekdays }, now)
  const fresh = { nextAt, pausedAt: null, failedRuns: 0, emptyRuns: 0, toldAt: null }
  return { kind, packageName, appName, target, groupId, tag, repeat, time, date, weekdays, ...fresh }
}

const recordOf = async (tx: Tx, userId: number, scheduleId: number): Promise<ScheduleRecord> => {
  const [record] = await listSchedules(tx, userId, scheduleId)
  if (!record) throw new AppError('NOT_FOUND')
  return record
}

export const createSchedule =
  (deps: ScheduleDeps) =>
  async (tx: Tx, { userId }: Caller, input: NewSchedule): Promise<ScheduleRecord> => {
    const now = deps.clock.now()
    await lockSchedules(tx, userId)
    await checkTarget(deps, tx, userId, input)
    const row = rowOf(input, now)
    if ((await countSchedules(tx, userId)) >= MAX_SCHEDULES && !(await deleteOldestEnded(tx, userId)))
      throw refuse(`最多可以有 ${MAX_SCHEDULES} 个定时任务，请先删除不用的`)
    const scheduleId = await insertSchedule(tx, { ...row, ownerId: userId, createdAt: now })
    await replaceDevices(tx, scheduleId, input.deviceIds ?? [])
    return recordOf(tx, userId, scheduleId)
  }

/** Runs a change on an own schedule, locked. */
const change = (
  { database: { db } }: ScheduleDeps,
  userId: number,
  scheduleId: number,
  apply: (tx: Tx, schedule: ScheduleTiming & { readonly emptyRuns: number }) => Promise<void>,
): Promise<ScheduleRecord> =>
  db.transaction(async (tx) => {
    const schedule = await lockOwnSchedule(tx, userId, scheduleId)
    if (!schedule) throw new AppError('NOT_FOUND')
    await apply(tx, schedule)
    return recordOf(tx, userId, scheduleId)
  })

export const updateSchedule =
  (deps: ScheduleDeps) =>
  ({ userId }: Caller, { scheduleId, ...input }: NewSchedule & { readonly scheduleId: number }) =>
    change(deps, userId, scheduleId, async (tx) => {
      await checkTarget(deps, tx, userId, input)
      await updateScheduleRow(tx, scheduleId, rowOf(input, deps.clock.now()))
      await replaceDevices(tx, scheduleId, input.deviceIds ?? [])
    })

/** Pausing and resuming again change nothing. */
export const pauseSchedule =
  (deps: ScheduleDeps) =>
  ({ userId }: Caller, scheduleId: number, isPaused: boolean) =>
    change(deps, userId, scheduleId, async (tx, schedule) => {
      const now = deps.clock.now()
      if (isPaused) {
        if (nextRunAt(schedule, now.getTime()) === null) throw refuse('这个定时任务已经结束')
        return updateScheduleRow(tx, scheduleId, { nextAt: null, pausedAt: now, emptyRuns: 0 })
      }
      const resumed = { nextAt: nextOf(schedule, now), pausedAt: null, failedRuns: 0, emptyRuns: 0, toldAt: null }
      return updateScheduleRow(tx, scheduleId, resumed)
    })

export const deleteSchedule =
  ({ database: { db } }: ScheduleDeps) =>
  ({ userId }: Caller, scheduleId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await deleteScheduleRow(tx, userId, scheduleId))) throw new AppError('NOT_FOUND')
      return null
    })
