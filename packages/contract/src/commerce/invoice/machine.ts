import type { Machine } from '../../machine.ts'

/** `correcting`: issued, and money of it has gone back since; the operator reverses it (红冲). */
export const invoiceStates = ['pending', 'issued', 'rejected', 'cancelled', 'correcting', 'corrected'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export type InvoiceEvent =
  | 'issue'
  | 'reject'
  /** By the customer, or because all of its money has gone back. */
  | 'cancel'
  /** Money of one of its orders goes back. */
  | 'refund'
  /** The operator has issued the reversing invoice. */
  | 'correct'

export const invoiceMachine: Machine<InvoiceState, InvoiceEvent> = {
  name: 'invoice',
  initial: 'pending',
  states: {
    pending: { on: { issue: 'issued', reject: 'rejected', cancel: 'cancelled', refund: 'pending' }, rests: true },
    issued: { on: { refund: 'correcting', correct: 'corrected' }, rests: true },
    correcting: { on: { refund: 'correcting', correct: 'corrected' }, rests: true },
    rejected: { on: {}, rests: true },
    cancelled: { on: {}, rests: true },
    corrected: { on: {}, rests: true },
  },
}

export const invoiceStateLabels: Readonly<Record<InvoiceState, string>> = {
  pending: '待开具',
  issued: '已开具',
  rejected: '已驳回',
  cancelled: '已取消',
  correcting: '待冲红',
  corrected: '已冲红',
}
