import { describe, expect, it } from 'vitest'
import { coupon } from '../../testing/purchases.ts'
import { CouponStatus, CouponView } from './enums.ts'
import { canChooseCoupon, couponStateAt, isInCouponView, returnedCoupon } from './state.ts'

const { efficient, used, expired, invalid } = CouponStatus
const DAY = 24 * 60 * 60 * 1000
const NOW = 1000 * DAY

describe('state', () => {
  it.each([
    ['efficient without an end', { expiresAt: null }, efficient, false, true],
    ['efficient until later', { expiresAt: NOW + 1 }, efficient, false, true],
    ['expired at its last moment', { expiresAt: NOW }, expired, false, false],
    ['expired since', { expiresAt: NOW - 1 }, expired, false, false],
    ['locked, shown as efficient', { lockedByOrderId: 5 }, efficient, true, false],
    ['locked while its time ran out', { lockedByOrderId: 5, expiresAt: NOW - 1 }, efficient, true, false],
    ['used', { status: used }, used, false, false],
    ['used, and its time over', { status: used, expiresAt: NOW - 1 }, used, false, false],
    ['used by the order that locked it', { status: used, lockedByOrderId: 5 }, used, false, false],
    ['expired as stored', { status: expired }, expired, false, false],
    ['invalid', { status: invalid }, invalid, false, false],
  ] as const)('%s', (_name, changes, status, isLocked, canChoose) => {
    expect(couponStateAt(coupon(changes), NOW)).toEqual({ status, isLocked })
    expect(canChooseCoupon(coupon(changes), NOW)).toBe(canChoose)
  })
})

describe('views', () => {
  const { newArrival, expiringSoon } = CouponView
  const viewsOf = (changes: Parameters<typeof coupon>[0]) =>
    Object.values(CouponView).filter((view) => isInCouponView(coupon(changes), view, NOW))

  it.each([
    ['received now', { receivedAt: NOW }, [newArrival]],
    ['received just under three days ago', { receivedAt: NOW - 3 * DAY + 1 }, [newArrival]],
    ['received three days ago', { receivedAt: NOW - 3 * DAY }, []],
    ['three days to go', { expiresAt: NOW + 3 * DAY }, [expiringSoon]],
    ['a moment to go', { expiresAt: NOW + 1 }, [expiringSoon]],
    ['just over three days to go', { expiresAt: NOW + 3 * DAY + 1 }, []],
    ['without an end', { expiresAt: null }, []],
    ['new and soon gone', { receivedAt: NOW, expiresAt: NOW + DAY }, [newArrival, expiringSoon]],
    ['locked and new', { receivedAt: NOW, lockedByOrderId: 5 }, [newArrival]],
    ['locked while its time ran out', { expiresAt: NOW - DAY, lockedByOrderId: 5 }, [expiringSoon]],
    ['used and new', { receivedAt: NOW, status: used, expiresAt: NOW + DAY }, [CouponView.used]],
    ['over', { receivedAt: NOW, expiresAt: NOW }, [CouponView.expired]],
    ['stored as expired', { receivedAt: NOW, status: expired, expiresAt: NOW + DAY }, [CouponView.expired]],
    ['invalid', { receivedAt: NOW, status: invalid, expiresAt: NOW + DAY }, []],
  ] as const)('%s', (_name, changes, views) => expect(viewsOf(changes)).toEqual(views))
})

describe('returned by an order that died', () => {
  it.each([
    ['in time', NOW + 1, false, efficient, NOW + 1],
    ['in time, through our fault', NOW + 1, true, efficient, NOW + 1],
    ['without an end', null, false, efficient, null],
    ['too late', NOW, false, expired, NOW],
    ['too late through our fault', NOW, true, efficient, NOW + 3 * DAY],
    ['long too late through our fault', NOW - 9 * DAY, true, efficient, NOW + 3 * DAY],
  ])('%s', (_name, expiresAt, isOurFault, status, newEnd) => {
    expect(returnedCoupon(expiresAt, NOW, isOurFault)).toEqual({ status, expiresAt: newEnd })
  })
})
