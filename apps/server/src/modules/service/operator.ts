import { maskPhone } from '@yunji/contract/display/text'
import { nextStep, statesAccepting } from '@yunji/contract/machine'
import { TICKET_REST_MS, ticketMachine } from '@yunji/contract/service/machine'
import { later } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import { pageOf } from '../../platform/paging.ts'
import type { ServiceDeps } from './deps.ts'
import { closedEvent } from './end-ticket.ts'
import { NOTICE_CONTACT_JOB } from './notice-contact.ts'
import { countAll, findAny, listAll, listShownNames, lockAny, mayAnswer, type TicketFilter } from './operator-store.ts'
import { attachPictures } from './pictures.ts'
import { detailsOf, recordOf } from './read-tickets.ts'
import { closeIn, insertReply, type TicketRow, updateTicket } from './ticket-store.ts'

const operatorFieldsOf = (
  ticket: TicketRow,
  names: ReadonlyMap<number, string>,
  now: Date,
  { rights }: Pick<Operator, 'rights'>,
) => {
  const { userId, contactPhone, assigneeId, assignee, state, dueAt } = ticket
  return {
    userId,
    contactPhone: contactPhone === null || rights.includes('users.write') ? contactPhone : maskPhone(contactPhone),
    assigneeId,
    assignee: assigneeId === null ? assignee : (names.get(assigneeId) ?? ''),
    isOverdue: state === 'open' && dueAt !== null && dueAt < now,
  }
}

const namesOf = (db: Db, tickets: readonly TicketRow[]) =>
  listShownNames(db, [...new Set(tickets.flatMap(({ assigneeId }) => assigneeId ?? []))])

export const getAllTickets =
  ({ database: { db }, clock }: ServiceDeps) =>
  async (operator: Operator, filter: TicketFilter, paging: { readonly page: number; readonly rows: number }) => {
    const now = clock.now()
    const [tickets, total] = await Promise.all([listAll(db, filter, paging, now), countAll(db, filter, now)])
    const names = await namesOf(db, tickets)
    const records = tickets.map((ticket) => ({
      ...recordOf(ticket),
      ...operatorFieldsOf(ticket, names, now, operator),
      rating: ticket.rating,
    }))
    return pageOf(records, paging.page, paging.rows, total)
  }

export const getAnyTicket = (deps: ServiceDeps) => async (operator: Operator, ticketId: number) => {
  const { db } = deps.database
  const ticket = await findAny(db, ticketId)
  if (!ticket) throw new AppError('NOT_FOUND')
  const [details, names] = await Promise.all([detailsOf(deps, ticket), namesOf(db, [ticket])])
  return { ...details, ...operatorFieldsOf(ticket, names, deps.clock.now(), operator) }
}

interface Answer {
  readonly ticketId: number
  /** Null for the configured token, which answers for people without an account. */
  readonly operatorId: number | null
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
  ({ ticketId, operatorId, operatorName, content, attachmentIds, isQuestion }: Answer): Promise<null> =>
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
        ...(ticket.assigneeId === null &&
          ticket.assignee === '' &&
          (operatorId === null ? { assignee: operatorName } : { assigneeId: operatorId })),
      })
      const { userId, title } = ticket
      const payload = { ticketId, title, content: lineOf(content), isQuestion }
      if (userId) await outbox.add(tx, { event: 'ticketAnswered', userId, key: `ticket-answer:${replyId}`, payload })
      if (ticket.contactPhone) await jobs.add(tx, NOTICE_CONTACT_JOB, { ticketId })
      return null
    })

export const addNote =
  ({ database: { db }, clock }: ServiceDeps) =>
  ({ ticketId, operatorName, content }: Omit<Answer, 'operatorId' | 'isQuestion' | 'attachmentIds'>): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await lockAny(tx, ticketId))) throw new AppError('NOT_FOUND')
      await insertReply(tx, { ticketId, author: 'note', operatorName, content, createdAt: clock.now() })
      return null
    })

export const assignTicket =
  ({ database: { db } }: ServiceDeps) =>
  async (ticketId: number, assigneeId: number | null): Promise<null> => {
    if (assigneeId !== null && !(await mayAnswer(db, assigneeId)))
      throw new AppError('BAD_INPUT', { text: '这位运营人员已停用，或没有回复工单的权限' })
    if (!(await updateTicket(db, ticketId, { assigneeId, assignee: '' }))) throw new AppError('NOT_FOUND')
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
