import { MAX_EMPTY_RUNS, scheduleKindLabels, timingText } from '@yunji/contract/devices/schedule/rules'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { OutboxEvent } from '../../../platform/outbox/events.ts'
import type { RunDeps } from './deps.ts'
import { countParts, endRun, lockFinishedRun, type RunRow } from './run-store.ts'
import { type ScheduleRow, updateScheduleRow } from './store.ts'

/** A schedule that goes on failing is told again after this. */
const TOLD_AGAIN_MS = 7 * DAY_MS

/** `每天 03:00 重启`. */
export const scheduleName = (schedule: ScheduleRow, now: Date): string =>
  `${timingText(schedule, now.getTime())} ${scheduleKindLabels[schedule.kind]}`

/** Ends a run whose devices have all finished, and tells its owner if it failed. */
export const settleRun = ({ database: { db }, clock, outbox }: RunDeps, runId: number): Promise<void> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const found = await lockFinishedRun(tx, runId)
    if (!found) return
    const { run, schedule } = found
    const parts = await countParts(tx, runId)
    const ended = {
      doneCount: run.doneCount + parts.done,
      failedCount: run.failedCount + parts.failed,
      reason: run.reason || (parts.reason ?? ''),
    }
    await endRun(tx, runId, ended, now)
    const event = await countResult(tx, schedule, { ...run, ...ended }, parts.cancelled, now)
    if (event) await outbox.add(tx, event)
  })

type Told = Extract<OutboxEvent, { event: 'scheduleFailed' | 'schedulePaused' }>

/** The message about a result: none of a success, and of failures in a row the first and then one a week. */
const countResult = async (
  tx: Tx,
  schedule: ScheduleRow,
  run: RunRow,
  cancelledCount: number,
  now: Date,
): Promise<Told | undefined> => {
  const { id, ownerId: userId, repeat } = schedule
  const isEmpty = run.deviceCount === 0
  const hasFailed = isEmpty || run.failedCount > cancelledCount
  const emptyRuns = isEmpty ? schedule.emptyRuns + 1 : 0
  const failedRuns = hasFailed ? schedule.failedRuns + 1 : 0
  const name = scheduleName(schedule, now)
  const { deviceCount, failedCount, reason, taskId } = run
  if (emptyRuns >= MAX_EMPTY_RUNS && repeat !== 'once') {
    await updateScheduleRow(tx, id, { emptyRuns, failedRuns, nextAt: null, pausedAt: now, toldAt: now })
    const key = `schedulePaused:${id}:${run.id}`
    return { event: 'schedulePaused', userId, key, payload: { name, runs: emptyRuns } }
  }
  const isTold = hasFailed && (failedRuns === 1 || !schedule.toldAt || later(schedule.toldAt, TOLD_AGAIN_MS) <= now)
  await updateScheduleRow(tx, id, { emptyRuns, failedRuns, ...(isTold && { toldAt: now }) })
  if (!isTold) return undefined
  const payload = { name, dueAt: run.dueAt.getTime(), deviceCount, failedCount, reason, taskId: taskId ?? undefined }
  return { event: 'scheduleFailed', userId, key: `scheduleFailed:${id}:${run.id}`, payload }
}
