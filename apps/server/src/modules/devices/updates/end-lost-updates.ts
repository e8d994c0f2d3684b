import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import { lockDevices } from '../../../platform/tasks/store.ts'
import { breakLostUpdate, type LostUpdate, listLostUpdates } from './store.ts'

interface LostDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

const BATCH_SIZE = 100

/**
 * Ends updates that no task works on any more, long before the deadline of their state. The health check brings the device
 * back; the update is offered again, and installing it twice changes nothing.
 */
export const endLostUpdates = ({ database: { db }, clock, log }: LostDeps) => {
  const work = {
    job: 'updates.endLost',
    log,
    fields: (lost: LostUpdate) => ({ ...lost }),
    backoff: createBackoff(clock),
  }
  const endLost = ({ deviceId }: LostUpdate) =>
    db.transaction(async (tx) => {
      await lockDevices(tx, [deviceId])
      if (await breakLostUpdate(tx, deviceId, clock.now())) log.warn({ deviceId }, 'update without a task ended')
    })
  return async (): Promise<void> => {
    const lost = readPages<LostUpdate>(BATCH_SIZE, (after, limit) => listLostUpdates(db, after?.deviceId ?? 0, limit))
    await forEachRow(work, lost, endLost)
  }
}
