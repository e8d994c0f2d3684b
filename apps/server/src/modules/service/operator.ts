import { maskPhone } from '@yunji/contract/display/text'
import { nextStep, statesAccepting } from '@yunji/contract/machine'
import { TICKET_REST_MS, ticketMachine } from '@yunji/contract/service/machine'
import { later } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { pageOf } from '../../platform/paging.ts'
import type { ServiceDeps } from './deps.ts'
import { closedEvent } from './end-ticket.ts'
import { NOTICE_CONTACT_JOB } from './notice-contact.ts'
import { countAll, findAny, listAll, lockAny, type TicketFilter } from './operator-store.ts'
import { attachPictures } from './pictures.ts'
import { detailsOf, recordOf } from './read-tickets.ts'
import { closeIn, insertReply, type TicketRow, updateTicket } from './ticket-store.ts'

const operatorFieldsOf = (
  { userId, contactPhone, assignee, state, dueAt }: TicketRow,
  now: Date,
  { rights }: Pick<Operator, 'rights'>,
) => ({
  userId,
  contactPhone: contactPhone === null || rights.includes('users.write') ? contactPhone : maskPhone(contactPhone),
  assignee,
  isOverdue: state === 'open' && dueAt !== null && dueAt < now,
})

export const getAllTickets =
  ({ database: { db }, clock }: ServiceDeps) =>
  async (operator: Operator, filter: TicketFilter, paging: { readonly page: number; readonly rows: number }) => {
    const now = clock.now()
    const [tickets, total] = await Promise.all([listAll(db, filter, paging, now), countAll(db, filter, now)])
    const records = tickets.map((ticket) => ({
      ...recordOf(ticket),
      ...operatorFieldsOf(ticket, now, operator),
      rating: ticket.rating,
    }))
    return pageOf(records, paging.page, paging.rows, total)
  }

export const getAnyTicket = (deps: ServiceDeps) => async (operator: Operator, ticketId: number) => {
  const ticket = await findAny(deps.database.db, ticketId)
  if (!ticket) throw new AppError('NOT_FOUND')
  return { ...(await detailsOf(deps, ticket)), ...operatorFieldsOf(ticket, deps.clock.now(), operator) }
}

interface Answer {
  readonly ticketId: number
  readonly operatorName: string
  readonly content: string
  readonly attachmentIds: readonly string[]
  readonly isQuestion: boolean
}

const LINE_CHARACTERS = 120
const lineOf = (content: string): string => {
  const characters = [...content.replaceAll(/\s+/g, ' ')]
  return characters.length > LINE_CHARACTERS ? `${characters.slice(0, LINE_CHARACTERS).join('')}…` : characters.join('')
}

export const answerTicket =
  ({ database: { db }, clock, jobs, outbox }: ServiceDeps) =>
  ({ ticketId, operatorName, content, attachmentIds, isQuestion }: Answer): Promise<null> =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ticket = await lockAny(tx, ticketId)
      if (!ticket) throw new AppError('NOT_FOUND')
      const step = nextStep(ticketMachine, ticket.state, isQuestion ? 'ask' : 'answer')
      if (!step.ok) throw new AppError('SHOW_ERROR_TIP', { text: '工单已关闭' })
      const replyId = await insertReply(tx, { ticketId, author: 'operator', operatorName, content, createdAt: now })
      await attachPictures(tx, null, attachmentIds, { ticketId, replyId })
      await updateTicket(tx, ticketId, {
        state: step.state,
        dueAt: null,
        closesAt: later(now, TICKET_REST_MS),
        isUnread: true,
        updatedAt: now,
        assignee: ticket.assignee || operatorName,
      })
      const { userId, title } = ticket
      const payload = { ticketId, title, content: lineOf(content), isQuestion }
      if (userId) await outbox.add(tx, { event: 'ticketAnswered', userId, key: `ticket-answer:${replyId}`, payload })
      if (ticket.contactPhone) await jobs.add(tx, NOTICE_CONTACT_JOB, { ticketId })
      return null
    })

export const addNote =
  ({ database: { db }, clock }: ServiceDeps) =>
  ({ ticketId, operatorName, content }: Omit<Answer, 'isQuestion' | 'attachmentIds'>): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await lockAny(tx, ticketId))) throw new AppError('NOT_FOUND')
      await insertReply(tx, { ticketId, author: 'note', operatorName, content, createdAt: clock.now() })
      return null
    })

export const assignTicket =
  ({ database: { db } }: ServiceDeps) =>
  async (ticketId: number, assignee: string): Promise<null> => {
    if (!(await updateTicket(db, ticketId, { assignee }))) throw new AppError('NOT_FOUND')
    return null
  }

export const endTicket =
  ({ database: { db }, clock, jobs, outbox }: ServiceDeps) =>
  (ticketId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await lockAny(tx, ticketId))) throw new AppError('NOT_FOUND')
      const closed = await closeIn(tx, ticketId, statesAccepting(ticketMachine, 'close'), clock.now())
      if (closed?.userId) await outbox.add(tx, closedEvent(closed, closed.userId, false))
      if (closed?.contactPhone) await jobs.add(tx, NOTICE_CONTACT_JOB, { ticketId })
      return null
    })
