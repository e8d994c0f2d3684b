import { statesAccepting } from '@yunji/contract/machine'
import { ticketMachine } from '@yunji/contract/service/machine'
import type { TicketRecord } from '@yunji/contract/service/schema'
import { createBackoff, forEachRow, readPages } from '../../platform/each-row.ts'
import { AppError } from '../../platform/errors.ts'
import type { ServiceDeps } from './deps.ts'
import { recordOf } from './read-tickets.ts'
import { closeIn, listResting, lockTicket, markRead, rate, type TicketOwner, type TicketRow } from './ticket-store.ts'

type EndDeps = Pick<ServiceDeps, 'database' | 'clock'>

export const closeTicket =
  ({ database: { db }, clock }: EndDeps) =>
  (owner: TicketOwner, ticketId: number): Promise<TicketRecord> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ticket = await lockTicket(tx, owner, ticketId, now)
      if (!ticket) throw new AppError('NOT_FOUND')
      const closed = await closeIn(tx, ticketId, statesAccepting(ticketMachine, 'close'), now)
      return recordOf(closed ?? ticket)
    })

export const rateTicket =
  ({ database: { db }, clock }: EndDeps) =>
  async (owner: TicketOwner, ticketId: number, rating: number, words: string): Promise<null> => {
    if (!(await rate(db, owner, ticketId, { rating, ratingWords: words }, clock.now())))
      throw new AppError('SHOW_ERROR_TIP', { text: '工单关闭后可以评价一次' })
    return null
  }

export const readTicket =
  ({ database: { db } }: EndDeps) =>
  async (userId: number, ticketId: number): Promise<null> => {
    if (!(await markRead(db, userId, ticketId))) throw new AppError('NOT_FOUND')
    return null
  }

/** Message about an end that the customer did not choose. */
export const closedEvent = ({ id, title, closedAt }: TicketRow, userId: number, isByTime: boolean) => ({
  event: 'ticketClosed' as const,
  userId,
  key: `ticket-closed:${id}:${closedAt?.getTime()}`,
  payload: { ticketId: id, title, isByTime },
})

const AT_ONCE = 200
const SETTLE = 'service.settleTickets'

/** Closes answered tickets that nobody has written to for a week. */
export const settleTickets = ({ database: { db }, clock, log, outbox }: ServiceDeps) => {
  const fields = (ticketId: number) => ({ ticketId })
  const work = { job: SETTLE, log, fields, backoff: createBackoff(clock) }
  return async (): Promise<void> => {
    const now = clock.now()
    const due = readPages<number>(AT_ONCE, (after = 0, limit) => listResting(db, now, after, limit))
    await forEachRow(work, due, (ticketId) =>
      db.transaction(async (tx) => {
        const closed = await closeIn(tx, ticketId, statesAccepting(ticketMachine, 'expire'), now, true)
        if (closed?.userId) await outbox.add(tx, closedEvent(closed, closed.userId, true))
      }),
    )
  }
}
