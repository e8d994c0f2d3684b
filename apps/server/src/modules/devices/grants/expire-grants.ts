import { createBackoff, forEachRow, readPages } from '../../../platform/each-row.ts'
import type { ExpireDeps } from './deps.ts'
import { applyEvent, isGrant, listOver } from './store.ts'

const BATCH_SIZE = 200

/** Ends grants past their date and those on released devices. Rights end by the clock already; this closes the rows. */
export const expireGrants = ({ database: { db }, clock, log }: ExpireDeps) => {
  const fields = ({ id }: { id: number }) => ({ grantId: id })
  const work = { job: 'devices.expireGrants', log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const over = readPages<{ id: number; isExpired: boolean }>(BATCH_SIZE, (after, limit) =>
      listOver(db, clock, limit, after?.id),
    )
    await forEachRow(work, over, ({ id, isExpired }) => applyEvent(db, isExpired ? 'expire' : 'revoke', isGrant(id)))
  }
}
