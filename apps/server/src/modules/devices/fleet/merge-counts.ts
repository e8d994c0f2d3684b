import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { createBackoff, forEachBatch, readBatches } from '../../../platform/each-row.ts'
import { listChangedOwners, mergeCounts } from './list-store.ts'

interface MergeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

const AT_ONCE = 200

/** Keeps the counts of an owner few rows, however often devices change. Any process may run it. */
export const mergeDeviceCounts = ({ database: { db }, clock, log }: MergeDeps) => {
  const fields = ({ ownerId }: { readonly ownerId: number }) => ({ ownerId })
  const work = { job: 'devices.mergeCounts', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const pages = readBatches<{ ownerId: number }>(AT_ONCE, (after, limit) =>
      listChangedOwners(db, after?.ownerId ?? 0, limit),
    )
    for await (const page of pages)
      await forEachBatch(work, page, (owners) =>
        mergeCounts(
          db,
          owners.map(({ ownerId }) => ownerId),
        ),
      )
  }
}
