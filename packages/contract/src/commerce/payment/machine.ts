import type { Machine } from '../../machine.ts'

export type PaymentState = 'waiting' | 'paid' | 'closed' | 'refunding' | 'refunded'

export type PaymentEvent =
  /** A verified notice or query of the provider. The client's report changes nothing. */
  | 'confirm'
  /** No notice came; the provider is queried, and its answer is a `confirm` or a `close`. */
  | 'query'
  | 'close'
  | 'refund'
  | 'confirmRefund'
  | 'retryRefund'

/** Below the two minutes within which a lost notice must be recovered. */
const QUERY_MS = 30_000

/** One way of paying one order. Notices come late, doubled and out of order: a closed payment can still turn out paid. */
export const paymentMachine: Machine<PaymentState, PaymentEvent> = {
  name: 'payment',
  initial: 'waiting',
  states: {
    waiting: {
      on: { confirm: 'paid', query: 'waiting', close: 'closed' },
      deadline: { event: 'query', afterMs: QUERY_MS },
    },
    paid: { on: { confirm: 'paid', query: 'paid', refund: 'refunding' }, rests: true },
    closed: { on: { confirm: 'paid', query: 'closed', close: 'closed' }, rests: true },
    refunding: {
      on: {
        confirm: 'refunding',
        query: 'refunding',
        refund: 'refunding',
        confirmRefund: 'refunded',
        retryRefund: 'refunding',
      },
      // Each refund stores its next request: after one minute, then doubled up to six hours.
      deadline: { event: 'retryRefund' },
    },
    refunded: {
      on: { confirm: 'refunded', query: 'refunded', refund: 'refunded', confirmRefund: 'refunded' },
      rests: true,
    },
  },
}
