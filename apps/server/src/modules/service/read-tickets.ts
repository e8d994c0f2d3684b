import { TICKET_REST_MS } from '@yunji/contract/service/machine'
import type { TicketInfo, TicketRecord } from '@yunji/contract/service/schema'
import { AppError } from '../../platform/errors.ts'
import { pageOf } from '../../platform/paging.ts'
import type { ServiceDeps } from './deps.ts'
import { pictureAddress } from './pictures.ts'
import {
  countTickets,
  findTicket,
  listReplies,
  listTicketPictures,
  listTickets,
  type TicketOwner,
  type TicketRow,
} from './ticket-store.ts'

type ReadDeps = Pick<ServiceDeps, 'database' | 'clock' | 'signedTokens'>

export const recordOf = (ticket: TicketRow): TicketRecord => ({
  ticketId: ticket.id,
  kind: ticket.kind,
  title: ticket.title,
  state: ticket.state,
  isUnread: ticket.isUnread,
  dueAt: ticket.dueAt?.getTime() ?? null,
  createdAt: ticket.createdAt.getTime(),
  updatedAt: ticket.updatedAt.getTime(),
})

export const getTickets =
  ({ database: { db }, clock }: ReadDeps) =>
  async (owner: TicketOwner, paging: { readonly page: number; readonly rows: number }) => {
    const now = clock.now()
    const [tickets, total] = await Promise.all([listTickets(db, owner, paging, now), countTickets(db, owner, now)])
    return pageOf(tickets.map(recordOf), paging.page, paging.rows, total)
  }

/** Details of a ticket with every reply, private notes included. */
export const detailsOf = async (deps: ReadDeps, ticket: TicketRow) => {
  const { db } = deps.database
  const [replies, pictures] = await Promise.all([listReplies(db, ticket.id), listTicketPictures(db, ticket.id)])
  return {
    ...recordOf(ticket),
    context: ticket.context,
    replies: replies.map(({ id, author, operatorName, content, createdAt }) => ({
      replyId: id,
      author,
      operatorName,
      content,
      pictures: pictures.filter(({ replyId }) => replyId === id).map((picture) => pictureAddress(deps, picture.id)),
      createdAt: createdAt.getTime(),
    })),
    closesAt: ticket.closesAt?.getTime() ?? null,
    reopensUntil: ticket.closedAt ? ticket.closedAt.getTime() + TICKET_REST_MS : null,
    rating: ticket.rating,
    ratingWords: ticket.ratingWords,
  }
}

const isSeen = <Reply extends { readonly author: string }>(
  reply: Reply,
): reply is Reply & { readonly author: 'customer' | 'operator' } => reply.author !== 'note'

export const getTicket =
  (deps: ReadDeps) =>
  async (owner: TicketOwner, ticketId: number): Promise<TicketInfo> => {
    const ticket = await findTicket(deps.database.db, owner, ticketId, deps.clock.now())
    if (!ticket) throw new AppError('NOT_FOUND')
    const { replies, ...details } = await detailsOf(deps, ticket)
    return { ...details, replies: replies.filter(isSeen) }
  }
