import type { Machine } from '../../machine.ts'
import type { OrderStatus } from './enums.ts'
import { ORDER_LIFETIME_MS } from './rules.ts'

export type OrderState = keyof typeof OrderStatus

export type OrderEvent =
  /** A verified notice or query says that the money is there; it may come late, and more than once. */
  | 'pay'
  | 'cancel'
  | 'expire'
  | 'fulfil'
  /** It cannot be fulfilled any more. */
  | 'fail'
  /** The buyer gives back what they have, within the rule on screen. */
  | 'giveBack'
  /** The money is back where it came from. */
  | 'refund'
  /** A refund takes too long: ask for it again. */
  | 'retryRefund'

/** Longer than any task that fulfils an order may take. */
const FULFILMENT_MS = 60 * 60_000
const REFUND_RETRY_MS = 10 * 60_000

/**
 * Money that came is answered: from `paid` there is a way only to `fulfilled` or to `refunded`. An order that was
 * cancelled or has expired takes late money too, because the provider has it by then.
 */
export const orderMachine: Machine<OrderState, OrderEvent> = {
  name: 'order',
  initial: 'pending',
  states: {
    pending: {
      on: { pay: 'paid', cancel: 'cancelled', expire: 'expired' },
      deadline: { event: 'expire', afterMs: ORDER_LIFETIME_MS },
    },
    paid: {
      on: { pay: 'paid', fulfil: 'fulfilled', fail: 'refunding' },
      deadline: { event: 'fail', afterMs: FULFILMENT_MS },
    },
    fulfilled: { on: { pay: 'fulfilled', fulfil: 'fulfilled', giveBack: 'refunding' }, rests: true },
    cancelled: { on: { pay: 'paid', cancel: 'cancelled' }, rests: true },
    expired: { on: { pay: 'paid', expire: 'expired' }, rests: true },
    refunding: {
      on: { pay: 'refunding', refund: 'refunded', retryRefund: 'refunding' },
      deadline: { event: 'retryRefund', afterMs: REFUND_RETRY_MS },
    },
    refunded: { on: { pay: 'refunded', refund: 'refunded' }, rests: true },
  },
}
