import type { Logger } from 'pino'
import type { Database, Tx } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import type { RefundingDeps } from './deps.ts'
import { onChangeEnded } from './end-change.ts'
import { findLostChange, findTaskPartState, type LostChange, listLostChanges } from './store.ts'

interface LostDeps extends RefundingDeps {
  readonly database: Database
  readonly log: Logger
}

const BATCH_SIZE = 100

/**
 * Ends running changes that no task works on any more: its rows were lost, or a version that does not know the kind ended
 * it. The change is applied when the task had succeeded; otherwise stock, money, credit and coupon are returned.
 */
export const endLostChanges = (deps: LostDeps) => {
  const { database, clock, log } = deps
  const fields = ({ id: changeId, deviceId }: LostChange) => ({ changeId, deviceId })
  const work = { job: 'changes.endLost', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const lost = readPages<LostChange>(BATCH_SIZE, (after, limit) =>
      listLostChanges(database.db, after?.id ?? 0, limit),
    )
    await forEachRow(work, lost, (change) => database.db.transaction((tx) => endLost(deps, tx, change)))
  }
}

const endLost = async (deps: LostDeps, tx: Tx, { id, deviceId }: LostChange): Promise<void> => {
  const [device] = await lockDevices(tx, [deviceId])
  const change = await findLostChange(tx, id)
  if (!device || !change) return
  const partState = await findTaskPartState(tx, change.taskId ?? 0, deviceId)
  const hasChanged = partState === 'succeeded' && device.state !== 'released'
  await onChangeEnded(deps)(tx, { device, state: hasChanged ? 'succeeded' : 'interrupted' })
  deps.log.warn({ changeId: id, deviceId, orderId: change.orderId, hasChanged }, 'change without a task ended')
}
