import type { Machine } from '../../machine.ts'
import {
  COUPON_EXPIRING_SOON_MS,
  COUPON_NEW_ARRIVAL_MS,
  COUPON_RETURN_GRACE_MS,
  CouponStatus,
  CouponView,
} from './enums.ts'

/** Stored state of a user's coupon. Times are epoch milliseconds. */
export interface CouponFacts {
  readonly status: CouponStatus
  /** The pending order that holds it. */
  readonly lockedByOrderId: number | null
  readonly receivedAt: number
  /** None: it never expires. */
  readonly expiresAt: number | null
}

export interface ShownCoupon {
  readonly status: CouponStatus
  /** Shown as efficient, with a mark: it cannot be chosen while its order is pending. */
  readonly isLocked: boolean
}

const hasExpired = (expiresAt: number | null, now: number): boolean => expiresAt !== null && now >= expiresAt

/** A lock keeps a coupon from expiring: its order was made in time. */
export const couponStateAt = (coupon: CouponFacts, now: number): ShownCoupon => {
  if (coupon.status !== CouponStatus.efficient) return { status: coupon.status, isLocked: false }
  if (coupon.lockedByOrderId !== null) return { status: CouponStatus.efficient, isLocked: true }
  const status = hasExpired(coupon.expiresAt, now) ? CouponStatus.expired : CouponStatus.efficient
  return { status, isLocked: false }
}

export const canChooseCoupon = (coupon: CouponFacts, now: number): boolean => {
  const { status, isLocked } = couponStateAt(coupon, now)
  return status === CouponStatus.efficient && !isLocked
}

/** Whether a coupon stands in one of the four views. */
export const isInCouponView = (coupon: CouponFacts, view: CouponView, now: number): boolean => {
  const { status } = couponStateAt(coupon, now)
  switch (view) {
    case CouponView.newArrival:
      return status === CouponStatus.efficient && now - coupon.receivedAt < COUPON_NEW_ARRIVAL_MS
    case CouponView.expiringSoon:
      return (
        status === CouponStatus.efficient &&
        coupon.expiresAt !== null &&
        coupon.expiresAt - now <= COUPON_EXPIRING_SOON_MS
      )
    case CouponView.used:
      return status === CouponStatus.used
    case CouponView.expired:
      return status === CouponStatus.expired
  }
}

/** State of a coupon after its order failed. A coupon that expired through our fault is extended. */
export const returnedCoupon = (
  expiresAt: number | null,
  now: number,
  isOurFault: boolean,
): Pick<CouponFacts, 'status' | 'expiresAt'> => {
  if (!hasExpired(expiresAt, now)) return { status: CouponStatus.efficient, expiresAt }
  if (!isOurFault) return { status: CouponStatus.expired, expiresAt }
  return { status: CouponStatus.efficient, expiresAt: now + COUPON_RETURN_GRACE_MS }
}

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
