import { type Checkout, checkoutVerdict } from '@yunji/contract/commerce/coupon/choice'
import { CouponStatus } from '@yunji/contract/commerce/coupon/enums'
import { returnedCoupon } from '@yunji/contract/commerce/coupon/state'
import { rejectionText } from '@yunji/contract/commerce/coupon/verdict'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { isIssueWithdrawn } from './issue-store.ts'
import { type CouponRow, lockCouponOfOrder, lockUsableCoupon, updateReturnedCoupon } from './store.ts'
import { isTemplateWithdrawn } from './template-store.ts'

/**
 * Locks the coupon that a buyer has chosen until this transaction ends. An absent coupon, another user's, a used and an
 * expired one are refused alike; one that does not apply is refused with the reason.
 */
export const chooseCoupon = async (
  tx: Tx,
  userId: number,
  couponId: number,
  checkout: Checkout,
  now: Date,
): Promise<CouponRow> => {
  const coupon = await lockUsableCoupon(tx, userId, couponId, now)
  if (!coupon) throw new AppError('SHOW_ERROR_TIP', { text: '优惠券不可用，请重新选择' })
  const verdict = checkoutVerdict(coupon.terms, checkout)
  if (!verdict.isApplicable) throw new AppError('SHOW_ERROR_TIP', { text: rejectionText(verdict.rejection) })
  return coupon
}

/**
 * Returns the coupon of an order that ended unfulfilled. One that expired meanwhile is extended when the fault is ours;
 * one whose issue or template was withdrawn meanwhile becomes invalid.
 */
export const returnCoupon = async (tx: Tx, orderId: number, now: Date, isOurFault: boolean): Promise<void> => {
  const coupon = await lockCouponOfOrder(tx, orderId)
  if (!coupon) return
  const { status, expiresAt } = returnedCoupon(coupon.expiresAt?.getTime() ?? null, now.getTime(), isOurFault)
  // The issue is locked before its template, as when coupons are issued.
  const isOfWithdrawnIssue = coupon.issueId !== null && (await isIssueWithdrawn(tx, coupon.issueId))
  const isWithdrawn = isOfWithdrawnIssue || (await isTemplateWithdrawn(tx, coupon.templateId))
  const returned = status === CouponStatus.efficient ? 'efficient' : 'expired'
  await updateReturnedCoupon(tx, coupon.id, {
    state: isWithdrawn ? 'invalid' : returned,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  })
}
