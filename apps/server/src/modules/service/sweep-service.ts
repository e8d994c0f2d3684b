import { CLOSED_TICKETS_KEPT_DAYS } from '@yunji/contract/service/rules'
import { DAY_MS, later } from '../../platform/clock.ts'
import { forEachRow, readPages } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import type { ServiceDeps } from './deps.ts'
import { deleteUnsent, listUnsent } from './picture-store.ts'
import { ticketPictureKey } from './pictures.ts'
import { deleteTicket, listOld, listTicketPictures } from './ticket-store.ts'

const AT_ONCE = 200
const SWEEP = 'service.sweep'

/** Deletes pictures that were not sent within a day, and tickets that were closed a year ago. */
export const sweepServiceJob = ({
  database: { db },
  clock,
  log,
  objectStore,
}: Pick<ServiceDeps, 'database' | 'clock' | 'log' | 'objectStore'>): Job<object> => ({
  name: SWEEP,
  heartbeatSeconds: 60,
  retryLimit: 2,
  schedule: '53 * * * *',
  run: async () => {
    const now = clock.now()
    const unsent = readPages<string>(AT_ONCE, (after = '', limit) => listUnsent(db, later(now, -DAY_MS), after, limit))
    const pictures = { job: SWEEP, log, fields: (pictureId: string) => ({ pictureId }) }
    await forEachRow(pictures, unsent, async (pictureId) => {
      // File first: if the row then stays, the next run retries.
      await objectStore.delete(ticketPictureKey(pictureId))
      await deleteUnsent(db, pictureId)
    })
    const closedBefore = later(now, -CLOSED_TICKETS_KEPT_DAYS * DAY_MS)
    const old = readPages<number>(AT_ONCE, (after = 0, limit) => listOld(db, closedBefore, after, limit))
    const tickets = { job: SWEEP, log, fields: (ticketId: number) => ({ ticketId }) }
    await forEachRow(tickets, old, async (ticketId) => {
      for (const { id } of await listTicketPictures(db, ticketId)) await objectStore.delete(ticketPictureKey(id))
      await db.transaction((tx) => deleteTicket(tx, ticketId))
    })
  },
})
