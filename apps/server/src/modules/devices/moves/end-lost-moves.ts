import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { isAnyOf, phoneSwap, transition } from '../fleet/index.ts'
import { completeMove, giveBack } from './move-tasks.ts'
import { findLostMove, findMovePart, type LostMove, listLostMoves, markMoveEnded } from './store.ts'

interface LostDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'add'>
}

const BATCH_SIZE = 100

/**
 * Ends open moves that no task works on any more: its rows were lost, or a version that does not know the kind ended it. The
 * device gets its new phone when the task had succeeded; otherwise it keeps its phone, and stock and beans are returned.
 */
export const endLostMoves = (deps: LostDeps) => {
  const { database, clock, log } = deps
  const fields = ({ id: moveId, deviceId }: LostMove) => ({ moveId, deviceId })
  const work = { job: 'moves.endLost', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const lost = readPages<LostMove>(BATCH_SIZE, (after, limit) => listLostMoves(database.db, after?.id ?? 0, limit))
    await forEachRow(work, lost, (move) => database.db.transaction((tx) => endLost(deps, tx, move)))
  }
}

const BUSY: ReadonlySet<string> = new Set(['replacing', 'changingZone'])

const endLost = async (deps: LostDeps, tx: Tx, { id, deviceId }: LostMove): Promise<void> => {
  const [device] = await lockDevices(tx, [deviceId])
  const move = await findLostMove(tx, id)
  if (!device || !move) return
  const { taskId, phoneId } = move
  const part = taskId === null ? undefined : await findMovePart(tx, taskId, deviceId)
  const hasMoved = part?.state === 'succeeded' && device.state !== 'released'
  await markMoveEnded(tx, deviceId, { endedAt: deps.clock.now(), hasMoved })
  // The health check brings the device back with the phone that it has.
  if (BUSY.has(device.state)) await transition(tx, 'breakDown', deps.clock.now(), isAnyOf([deviceId]))
  if (hasMoved) await completeMove(deps, tx, move, { part, device })
  else {
    await giveBack(deps, tx, move)
    if (phoneId !== null && phoneId !== device.phoneId) await phoneSwap.erase(deps, tx, device, phoneId)
  }
  deps.log.warn({ moveId: id, deviceId, hasMoved }, 'move without a task ended')
}
