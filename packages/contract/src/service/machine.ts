import type { Machine } from '../machine.ts'

/** `open`: an answer of ours is due. `waiting`: we have asked for something. */
export type TicketState = 'open' | 'answered' | 'waiting' | 'closed'

export type TicketEvent =
  /** The customer writes. */
  | 'write'
  | 'answer'
  /** We answer with a question. */
  | 'ask'
  /** By either side. */
  | 'close'
  /** The customer has not written for a week. */
  | 'expire'
  /** Within a week of the end; the row's own time decides. */
  | 'reopen'

const DAY_MS = 24 * 60 * 60_000

/** Answered tickets close by themselves after this time, and closed ones can be reopened for as long. */
export const TICKET_REST_MS = 7 * DAY_MS

export const ticketMachine: Machine<TicketState, TicketEvent> = {
  name: 'ticket',
  initial: 'open',
  states: {
    open: { on: { write: 'open', answer: 'answered', ask: 'waiting', close: 'closed' }, rests: true },
    answered: {
      on: { write: 'open', answer: 'answered', ask: 'waiting', close: 'closed', expire: 'closed' },
      deadline: { event: 'expire', afterMs: TICKET_REST_MS },
    },
    waiting: {
      on: { write: 'open', answer: 'answered', ask: 'waiting', close: 'closed', expire: 'closed' },
      deadline: { event: 'expire', afterMs: TICKET_REST_MS },
    },
    closed: { on: { close: 'closed', expire: 'closed', reopen: 'open' }, rests: true },
  },
}

export const ticketStateLabels: Readonly<Record<TicketState, string>> = {
  open: '等待回复',
  answered: '已回复',
  waiting: '待你补充',
  closed: '已关闭',
}
