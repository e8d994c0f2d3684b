import type { Machine } from '../../machine.ts'
import type { OrderStatus } from './enums.ts'
import { ORDER_LIFETIME_MS } from './rules.ts'

export type OrderState = keyof typeof OrderStatus

export type OrderEvent =
  /** A verified notice or query confirms the payment; late and repeated ones occur. */
  | 'pay'
  | 'cancel'
  | 'expire'
  | 'fulfil'
  /** Fulfilment is impossible. */
  | 'fail'
  /** The buyer returns the device early. */
  | 'giveBack'
  /** The refund is complete. */
  | 'refund'
  /** The refund takes too long and is requested again. */
  | 'retryRefund'

/** Longer than any task that fulfils an order may take. */
const FULFILMENT_MS = 60 * 60_000

/**
 * A paid order ends fulfilled or refunded. Cancelled and expired orders accept late payments too, because the provider has
 * already taken the money.
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
      // Each refund stores the time of its next request.
      deadline: { event: 'retryRefund' },
    },
    refunded: { on: { pay: 'refunded', refund: 'refunded' }, rests: true },
  },
}
