import * as z from 'zod/mini'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { CouponStatus, CouponType } from './enums.ts'

/** A coupon as its owner sees it: what the rules of this folder ask for, its state, and both in words. */
export const coupon = z.object({
  id: positiveId,
  name: shortText,
  /** Of `CouponType`; an unknown one is shown and never applies. */
  couponType: z.int(),
  /** Cents; for a discount coupon the percentage to pay. */
  parValue: count,
  conditionsUse: cents,
  /** Of `BusinessType`, likewise. */
  businessType: z.int(),
  scopeApplications: z.nullable(shortText),
  rules: z.array(z.object({ type: z.int(), objectData: longText })),
  scopeApplication: z.nullable(z.int()),
  applicableObjects: z.nullable(longText),
  effectiveScope: z.nullable(shortText),
  /** The operator's verdict in place of the type's own; none for most. */
  usable: z.nullable(z.boolean()),
  status: z.enum(CouponStatus),
  /** Held by a pending order. */
  isLocked: z.boolean(),
  isNewArrival: z.boolean(),
  isExpiringSoon: z.boolean(),
  receivedAt: epochMillis,
  /** None: it never expires. */
  expiresAt: z.nullable(epochMillis),
  usedAt: z.nullable(epochMillis),
  /** The order that holds or used it. */
  orderId: z.nullable(positiveId),
  /** Where it can be used, in a few words. */
  scopeText: shortText,
  /** All of its rules, a sentence each. */
  ruleTexts: z.array(longText),
})
export type Coupon = z.output<typeof coupon>

export const couponUsage = z.object({
  couponId: positiveId,
  name: shortText,
  couponType: z.enum(CouponType),
  parValue: count,
  /** Discount. */
  discountCents: cents,
  orderId: positiveId,
  orderTitle: shortText,
  usedAt: epochMillis,
})
export type CouponUsage = z.output<typeof couponUsage>

/** Limits of a template, which coupons that customers have do not depend on. */
export const couponLimits = {
  /** Coupons of the template, issued ones included. */
  totalCount: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  perUserLimit: z.int().check(z.minimum(1), z.maximum(100)),
  /** From the day of receipt; coupons that were issued before keep their end. */
  validDays: z.int().check(z.minimum(1), z.maximum(3650)),
}
