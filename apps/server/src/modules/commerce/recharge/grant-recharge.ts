import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { findCouponType } from '../coupons/index.ts'
import { transfer } from '../ledger/index.ts'
import { type LockedOrder, markOrderFulfilled } from '../orders/index.ts'

interface Deps {
  readonly clock: Clock
  readonly outbox: Outbox
}

/**
 * Credits the beans of a paid order, ends it and notifies the buyer. Paid beans come from `revenue`, those of the pack's bonus
 * and of a coupon from `promotion`.
 */
export const grantBeans = async ({ clock, outbox }: Deps, tx: Tx, order: LockedOrder): Promise<void> => {
  const now = clock.now()
  const { id: orderId, userId, payableCents, couponCents, couponId, purchase } = order
  const to = { userId, kind: 'beans' } as const
  const key = (part: string) => `order:${orderId}:${part}`
  await markOrderFulfilled(tx, order, now)
  const paid = {
    key: key('beans'),
    reason: 'recharge',
    from: { kind: 'revenue' },
    to,
    amountCents: payableCents,
  } as const
  await transfer(tx, { ...paid, orderId }, now)
  const isFirst = couponId !== null && (await findCouponType(tx, couponId)) === CouponType.firstRechargeCoupon
  const couponReason = isFirst ? ('firstRechargeCoupon' as const) : ('rechargeCoupon' as const)
  const gifts = [
    { key: key('coupon'), reason: couponReason, amountCents: couponCents },
    { key: key('bonus'), reason: 'bonus' as const, amountCents: purchase.bonusCents ?? 0 },
  ].filter(({ amountCents }) => amountCents > 0)
  for (const gift of gifts) {
    await transfer(tx, { ...gift, from: { kind: 'promotion' }, to, orderId }, now)
  }
  const beans = gifts.reduce((sum, { amountCents }) => sum + amountCents, payableCents)
  const payload = { what: 'beans', amountCents: payableCents, beans } as const
  await outbox.add(tx, { event: 'recharged', userId, key: `order-${orderId}-recharged`, payload })
}

export const grantBalance = async ({ clock, outbox }: Deps, tx: Tx, order: LockedOrder): Promise<void> => {
  const now = clock.now()
  const { id: orderId, userId, payableCents: amountCents } = order
  await markOrderFulfilled(tx, order, now)
  const key = `order:${orderId}:balance`
  const to = { userId, kind: 'balance' } as const
  await transfer(tx, { key, reason: 'recharge', from: { kind: 'revenue' }, to, amountCents, orderId }, now)
  const payload = { what: 'balance', amountCents } as const
  await outbox.add(tx, { event: 'recharged', userId, key: `order-${orderId}-recharged`, payload })
}
