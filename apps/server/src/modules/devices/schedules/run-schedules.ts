import { nextRunAt, SCHEDULE_LATE_MS } from '@yunji/contract/devices/schedule/rules'
import { chinaDay } from '../../../platform/china-time.ts'
import { later } from '../../../platform/clock.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { applyToTargets } from './apply-to-targets.ts'
import type { RunDeps } from './deps.ts'
import {
  closeIntake,
  findOpenRun,
  insertRun,
  listDueSchedules,
  listRunsIn,
  listTargets,
  lockDueSchedule,
  type RowId,
} from './run-store.ts'
import { scheduleName, settleRun } from './settle-run.ts'
import { updateScheduleRow } from './store.ts'

const PAGE_SIZE = 100
/** Devices of one task, as of one command. */
const DEVICES_AT_ONCE = 100
/** Runs under way in this process at the same time, so that one with many devices does not hold up the others. */
const CONCURRENCY = 4

/**
 * Begins due schedules, takes their devices step by step and settles runs whose work has ended. Any process may run it, and
 * may die at any point: each due time has one row, and each device is taken once, in the transaction that begins its work.
 */
export const runSchedules = (deps: RunDeps) => {
  const {
    database: { db },
    clock,
    log,
  } = deps
  const work = <Name extends string>(name: Name) => ({
    job: 'devices.runSchedules',
    log,
    fields: ({ id }: RowId) => ({ [name]: id }),
    backoff: createBackoff(clock),
  })
  const beginning = work('scheduleId')
  const taking = { ...work('runId'), concurrency: CONCURRENCY }
  const settling = work('runId')
  return async (): Promise<void> => {
    const due = readPages<RowId>(PAGE_SIZE, (after, limit) => listDueSchedules(db, clock, limit, after?.id))
    await forEachRow(beginning, due, ({ id }) => beginRun(deps, id))
    const open = readPages<RowId>(PAGE_SIZE, (after, limit) => listRunsIn(db, 'open', limit, after?.id))
    await forEachRow(taking, open, ({ id }) => takeDevices(deps, id))
    const finished = readPages<RowId>(PAGE_SIZE, (after, limit) => listRunsIn(db, 'working', limit, after?.id))
    await forEachRow(settling, finished, ({ id }) => settleRun(deps, id))
  }
}

/** Writes the run of the due time and the next due time. A run that is too late is missed; those missed before it too. */
const beginRun = ({ database: { db }, clock, outbox }: RunDeps, scheduleId: number): Promise<void> =>
  db.transaction(async (tx) => {
    const found = await lockDueSchedule(tx, clock, scheduleId)
    const dueAt = found?.schedule.nextAt
    if (!found || !dueAt) return
    const { schedule, lateMs, isFrozen } = found
    const now = later(dueAt, lateMs)
    const next = nextRunAt(schedule, now.getTime())
    await updateScheduleRow(tx, scheduleId, { nextAt: next === null ? null : new Date(next) })
    const isMissed = isFrozen || lateMs > SCHEDULE_LATE_MS
    const state = isMissed ? ('missed' as const) : ('open' as const)
    const reason = isFrozen ? '账号已冻结' : isMissed ? '服务暂时不可用，没有按时开始' : ''
    const endedAt = isMissed ? now : null
    const isNew = await insertRun(tx, { scheduleId, dueAt, state, reason, startedAt: now, endedAt })
    if (!isNew || !isMissed || isFrozen) return
    const { ownerId: userId } = schedule
    // One message a day, however many schedules were missed.
    const key = `scheduleMissed:${userId}:${chinaDay(now)}`
    const payload = { name: scheduleName(schedule, now), dueAt: dueAt.getTime() }
    await outbox.add(tx, { event: 'scheduleMissed', userId, key, payload })
  })

const takeDevices = async (deps: RunDeps, runId: number): Promise<void> => {
  const { db } = deps.database
  while (!deps.closing.aborted) {
    const open = await findOpenRun(db, runId)
    if (!open) return
    const devices = await listTargets(db, open.schedule, open.run.lastDeviceId, DEVICES_AT_ONCE)
    if (devices.length === 0) return closeIntake(db, open.run)
    await applyToTargets(deps, open, devices)
  }
}
