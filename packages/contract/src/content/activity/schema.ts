import * as z from 'zod/mini'
import { GoodsLevel } from '../../commerce/commodity/enums.ts'
import { goodsConfiguration } from '../../commerce/commodity/schema.ts'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'

export const activityKind = z.enum(['discount', 'seckill'])

export const activityHead = z.object({
  activityId: positiveId,
  name: shortText,
  kind: activityKind,
  /** By the server's clock. */
  state: z.enum(['upcoming', 'running', 'ended']),
  startsAt: epochMillis,
  endsAt: epochMillis,
})
export type ActivityHead = z.output<typeof activityHead>

export const activityGoods = z.object({
  id: positiveId,
  goodId: positiveId,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  configuration: goodsConfiguration,
  /** Hours. */
  goodTime: positiveId,
  goodPrice: cents,
  /** Regular price. */
  oldGoodPrice: cents,
  /** None where the activity sets no limit. */
  stockLeft: z.nullable(count),
})
export type ActivityGoods = z.output<typeof activityGoods>

/** A coupon that an activity gives away. */
export const activityCoupon = z.object({
  templateId: positiveId,
  name: shortText,
  couponType: z.int(),
  parValue: count,
  conditionsUse: cents,
  businessType: z.int(),
  scopeText: shortText,
  ruleTexts: z.array(longText),
  /** Days from the claim on; null for a coupon that never expires. */
  validDays: z.nullable(count),
  isSoldOut: z.boolean(),
  /** Number that this user has. */
  ownCount: count,
  perUserLimit: positiveId,
})
export type ActivityCoupon = z.output<typeof activityCoupon>
