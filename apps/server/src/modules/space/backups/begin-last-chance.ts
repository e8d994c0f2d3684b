import type { Logger } from 'pino'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { Suppliers } from '../../../platform/supplier.ts'
import type { Tasks } from '../../../platform/tasks/tasks.ts'
import { listLastChances, lockLastChance } from './last-chance-store.ts'

interface LastChanceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly suppliers: Suppliers
  readonly tasks: Pick<Tasks, 'begin'>
}

const JOB = 'space.beginLastBackups'
const AT_ONCE = 100
const RETRY_MS = 10 * MINUTE_MS

/**
 * Backs up devices that are about to be released: when they have expired, two hours before, and a day before a stopped
 * metered one goes. The device stays as it is; whoever renews it meanwhile is not held up.
 */
export const beginLastBackups = ({ database: { db }, clock, log, suppliers, tasks }: LastChanceDeps) => {
  const fields = ({ id: deviceId }: { id: number }) => ({ deviceId })
  const work = { job: JOB, log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const triedBefore = later(clock.now(), -RETRY_MS)
    const due = readPages<{ id: number }>(AT_ONCE, (after, limit) => listLastChances(db, triedBefore, limit, after?.id))
    await forEachRow(work, due, ({ id }) =>
      db.transaction(async (tx) => {
        const device = await lockLastChance(tx, id, triedBefore)
        if (!device || !suppliers.of(device.supplierType).createBackup) return
        const { ownerId, state: before } = device
        await tasks.begin(tx, { kind: 'lastBackup', ownerId, devices: [{ device, before }] })
      }),
    )
  }
}
