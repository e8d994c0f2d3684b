import { DAY_MS, later } from '../../../platform/clock.ts'
import { createBackoff, forEachBatch, forEachRow, readBatches, readPages } from '../../../platform/each-row.ts'
import type { AvailabilityDeps } from './deps.ts'
import { insertForOutage, listOpenOutages, listOutageDevices, markRecorded, type OutageRow } from './outage-store.ts'

const JOB = 'availability.recordOutages'
const PAGE_SIZE = 20
/** Devices of one statement: an outage may cover ten thousand. */
const AT_ONCE = 500
/** Devices that could not be written until then are given up. */
const TRIED_FOR_MS = DAY_MS

/**
 * Writes an interruption for every device of a zone that was away. It goes on where a run broke off, since devices that have one are
 * not listed again. Any process may run it.
 */
export const recordOutages = ({
  database: { db },
  clock,
  log,
}: Pick<AvailabilityDeps, 'database' | 'clock' | 'log'>) => {
  const deviceWork = { job: JOB, log, fields: (deviceId: number) => ({ deviceId }), backoff: createBackoff(clock) }
  const outageWork = {
    job: JOB,
    log,
    fields: ({ id: outageId }: OutageRow) => ({ outageId }),
    backoff: createBackoff(clock),
  }

  const record = async (outage: OutageRow, now: Date): Promise<void> => {
    const pages = readBatches<number>(AT_ONCE, (after = 0, limit) => listOutageDevices(db, outage, after, limit))
    for await (const page of pages) await forEachBatch(deviceWork, page, (some) => insertForOutage(db, outage.id, some))
    const left = await listOutageDevices(db, outage, 0, 1)
    if (left.length === 0 || later(outage.endedAt, TRIED_FOR_MS) < now) await markRecorded(db, outage.id, now)
  }

  return async (): Promise<void> => {
    const now = clock.now()
    const open = readPages<OutageRow>(PAGE_SIZE, (last, limit) => listOpenOutages(db, last?.id ?? 0, limit))
    await forEachRow(outageWork, open, (outage) => record(outage, now))
  }
}
