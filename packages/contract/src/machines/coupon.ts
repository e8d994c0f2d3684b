import type { CouponStatus } from '../coupon/enums.ts'
import type { Machine } from './machine.ts'

/** `locked` shows as efficient, with a mark. */
export type CouponState = keyof typeof CouponStatus | 'locked'

export type CouponEvent =
  /** A pending order holds it. */
  | 'lock'
  /** That order is paid. */
  | 'use'
  /** The order died, and the coupon is still good, or good again. */
  | 'giveBack'
  /** The order died, and the coupon's own time had run out meanwhile. */
  | 'giveBackLate'
  | 'expire'
  /** The operator withdraws it. */
  | 'invalidate'

/**
 * A locked coupon neither expires nor is withdrawn: the order that holds it lives for minutes, and its price stands. One
 * without an end of its own never expires.
 */
export const couponMachine: Machine<CouponState, CouponEvent> = {
  name: 'coupon',
  initial: 'efficient',
  states: {
    efficient: {
      on: { lock: 'locked', expire: 'expired', invalidate: 'invalid' },
      deadline: { event: 'expire' },
    },
    // Ends with the order that holds it.
    locked: {
      on: { use: 'used', giveBack: 'efficient', giveBackLate: 'expired' },
      deadline: { event: 'giveBack' },
    },
    used: { on: { use: 'used', giveBack: 'efficient', giveBackLate: 'expired' }, rests: true },
    expired: { on: { expire: 'expired' }, rests: true },
    invalid: { on: { invalidate: 'invalid' }, rests: true },
  },
}
