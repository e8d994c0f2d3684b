import { nextStep } from '@yunji/contract/machine'
import { TICKET_REST_MS, ticketMachine } from '@yunji/contract/service/machine'
import {
  MAX_CONTACT_TICKETS_PER_DAY,
  MAX_OPEN_CONTACT_TICKETS,
  MAX_OPEN_TICKETS,
  MAX_REPLIES_PER_HOUR,
  MAX_REPLIES_PER_TICKET,
  MAX_TICKETS_PER_DAY,
  type TicketKind,
  ticketTitle,
} from '@yunji/contract/service/rules'
import type { TicketRecord } from '@yunji/contract/service/schema'
import { HOUR_MS, later } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ServiceDeps } from './deps.ts'
import { attachPictures } from './pictures.ts'
import { recordOf } from './read-tickets.ts'
import { dueAtOf, readSettings } from './settings.ts'
import { type ContextRequest, takeContext } from './take-context.ts'
import {
  countOwn,
  countReplies,
  countTicketReplies,
  findUserByPhone,
  insertReply,
  insertTicket,
  lockOwner,
  lockTicket,
  type TicketOwner,
  type TicketRow,
  updateTicket,
} from './ticket-store.ts'

type WriteDeps = Pick<ServiceDeps, 'clock'>

interface NewTicket extends ContextRequest {
  readonly kind: TicketKind
  readonly content: string
  readonly attachmentIds?: readonly string[]
}

const refuse = (text: string): never => {
  throw new AppError('SHOW_ERROR_TIP', { text })
}

const assertMayOpen = async (tx: Tx, owner: TicketOwner, now: Date): Promise<void> => {
  const isContact = owner.userId === undefined
  const limits = isContact
    ? { open: MAX_OPEN_CONTACT_TICKETS, today: MAX_CONTACT_TICKETS_PER_DAY }
    : { open: MAX_OPEN_TICKETS, today: MAX_TICKETS_PER_DAY }
  const own = await countOwn(tx, owner, now)
  if (own.open >= limits.open) refuse(`已有 ${limits.open} 个处理中的工单，请在原工单里补充`)
  if (own.today >= limits.today) refuse('今天提交的工单已达上限，请在已有的工单里补充')
}

export const openTicket =
  ({ clock }: WriteDeps) =>
  async (
    tx: Tx,
    owner: TicketOwner,
    { kind, content, attachmentIds = [], ...about }: NewTicket,
  ): Promise<TicketRecord> => {
    const now = clock.now()
    await lockOwner(tx, owner)
    await assertMayOpen(tx, owner, now)
    const userId = owner.userId ?? (await findUserByPhone(tx, owner.contactPhone)) ?? null
    const ticket = await insertTicket(tx, {
      userId,
      contactPhone: owner.contactPhone ?? null,
      kind,
      title: ticketTitle(content),
      state: ticketMachine.initial,
      context: owner.userId === undefined ? {} : await takeContext(tx, owner.userId, about, now),
      dueAt: dueAtOf(await readSettings(tx), now),
      createdAt: now,
      updatedAt: now,
    })
    const replyId = await insertReply(tx, { ticketId: ticket.id, author: 'customer', content, createdAt: now })
    if (owner.userId !== undefined)
      await attachPictures(tx, owner.userId, attachmentIds, { ticketId: ticket.id, replyId })
    return recordOf(ticket)
  }

interface Reply {
  readonly ticketId: number
  readonly content: string
  readonly attachmentIds?: readonly string[]
}

/** A closed ticket is reopened by a reply within a week. */
const stateAfterReply = ({ state, closedAt }: TicketRow, now: Date) => {
  if (closedAt && later(closedAt, TICKET_REST_MS) <= now) refuse('工单已关闭超过 7 天，请提交新的工单')
  const step = nextStep(ticketMachine, state, closedAt ? 'reopen' : 'write')
  return step.ok ? step.state : refuse('工单已关闭')
}

export const replyTicket =
  ({ clock }: WriteDeps) =>
  async (tx: Tx, owner: TicketOwner, { ticketId, content, attachmentIds = [] }: Reply): Promise<TicketRecord> => {
    const now = clock.now()
    await lockOwner(tx, owner)
    const ticket = await lockTicket(tx, owner, ticketId, now)
    if (!ticket) throw new AppError('NOT_FOUND')
    const state = stateAfterReply(ticket, now)
    if ((await countReplies(tx, owner, later(now, -HOUR_MS), now)) >= MAX_REPLIES_PER_HOUR)
      refuse('发送太频繁，请稍后再补充')
    if ((await countTicketReplies(tx, ticketId)) >= MAX_REPLIES_PER_TICKET)
      refuse('这个工单的回复已达上限，请提交新的工单')
    const replyId = await insertReply(tx, { ticketId, author: 'customer', content, createdAt: now })
    if (owner.userId !== undefined) await attachPictures(tx, owner.userId, attachmentIds, { ticketId, replyId })
    // Writing once more does not put the answer off.
    const dueAt = ticket.dueAt ?? dueAtOf(await readSettings(tx), now)
    const change = {
      state,
      dueAt,
      closesAt: null,
      closedAt: null,
      isUnread: false,
      contactNoticedAt: null,
      updatedAt: now,
    }
    return recordOf(await updateTicket(tx, ticketId, change))
  }
