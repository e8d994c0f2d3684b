import { type Checkout, checkoutVerdict } from '@yunji/contract/commerce/coupon/choice'
import { CouponStatus } from '@yunji/contract/commerce/coupon/enums'
import { returnedCoupon } from '@yunji/contract/commerce/coupon/state'
import { unfitText } from '@yunji/contract/commerce/coupon/verdict'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { coupons } from '../../../tables/coupons.ts'

export type CouponRow = typeof coupons.$inferSelect

/**
 * The coupon that a buyer has chosen, locked against every other order until this transaction ends. Absent, foreign, used
 * and expired look alike; one that does not fit says why.
 */
export const chooseCoupon = async (
  tx: Tx,
  userId: number,
  couponId: number,
  checkout: Checkout,
  now: Date,
): Promise<CouponRow> => {
  const [coupon] = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, couponId), eq(coupons.userId, userId), eq(coupons.state, 'efficient'), isValidAt(now)))
    .for('update')
  if (!coupon) throw new AppError('SHOW_ERROR_TIP', { text: '优惠券不可用，请重新选择' })
  const verdict = checkoutVerdict(coupon.terms, checkout)
  if (!verdict.isApplicable) throw new AppError('SHOW_ERROR_TIP', { text: unfitText(verdict.unfit) })
  return coupon
}

const isValidAt = (now: Date) => or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now))

/** Held by a pending order: it can be chosen for no other, and does not expire meanwhile. */
export const reserveCoupon = async (tx: Tx, couponId: number, orderId: number): Promise<void> => {
  await tx.update(coupons).set({ state: 'locked', orderId }).where(eq(coupons.id, couponId))
}

/** Its order is paid. */
export const markCouponUsed = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  await tx
    .update(coupons)
    .set({ state: 'used', usedAt: now })
    .where(and(eq(coupons.orderId, orderId), eq(coupons.state, 'locked')))
}

/** Its order has died. A time that ran out through our fault is given back. */
export const returnCoupon = async (tx: Tx, orderId: number, now: Date, isOurFault: boolean): Promise<void> => {
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.orderId, orderId)).for('update')
  if (!coupon) return
  const { status, expiresAt } = returnedCoupon(coupon.expiresAt?.getTime() ?? null, now.getTime(), isOurFault)
  await tx
    .update(coupons)
    .set({
      state: status === CouponStatus.efficient ? 'efficient' : 'expired',
      orderId: null,
      usedAt: null,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })
    .where(eq(coupons.id, coupon.id))
}
