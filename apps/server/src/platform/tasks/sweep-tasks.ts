import type { Tx } from '../database.ts'
import { createBackoff, forEachRow, readPages } from '../each-row.ts'
import type { PartRow } from './definition.ts'
import { afterWork, asBefore } from './device-port.ts'
import { endPart } from './end-part.ts'
import { listOpenPartsOf, listOverdueParts } from './store.ts'
import type { WorkerDeps } from './worker.ts'

const AT_ONCE = 200
const TOO_LATE = '未能在规定时间内完成'
const NEVER_BEGUN = '排队超时，请稍后再试'
const BROKEN_DOWN = '设备没有响应，任务已中断'

/**
 * Ends every part past its deadline, even if its worker is lost. The phone's health is unknown here: it counts as
 * faulty until the health check sees it.
 */
export const sweepTasks = (deps: WorkerDeps) => {
  const { database, clock, log } = deps
  const fields = ({ id: partId, deviceId }: PartRow) => ({ partId, deviceId })
  const work = { job: 'tasks.sweep', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const dueBy = clock.now()
    const overdue = readPages<PartRow>(AT_ONCE, (after, limit) => listOverdueParts(database.db, dueBy, limit, after))
    await forEachRow(work, overdue, (part) => endOverdue(deps, part, dueBy))
  }
}

const endOverdue = async (deps: WorkerDeps, part: PartRow, dueBy: Date): Promise<void> => {
  const isBegun = part.state === 'working'
  const isEnded = await deps.database.db.transaction((tx) =>
    endPart(deps, tx, {
      part,
      state: 'interrupted',
      reason: part.reason || (isBegun ? TOO_LATE : NEVER_BEGUN),
      into: isBegun ? afterWork(part.deviceStateBefore, 'down') : asBefore(part.deviceStateBefore),
      isUndone: !isBegun,
      dueBy,
    }),
  )
  if (isEnded) deps.log.warn({ taskId: part.taskId, deviceId: part.deviceId }, 'task deadline exceeded')
}

/** For code that moves devices out of a busy state: their tasks end in the same transaction. */
export const abandonTasks =
  (deps: WorkerDeps) =>
  async (tx: Tx, deviceIds: readonly number[]): Promise<void> => {
    for (const part of await listOpenPartsOf(tx, deviceIds)) {
      await endPart(deps, tx, { part, state: 'interrupted', reason: BROKEN_DOWN, into: null, isUndone: false })
    }
  }
