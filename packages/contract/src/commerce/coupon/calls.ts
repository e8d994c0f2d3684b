import * as z from 'zod/mini'
import { access, defineCall } from '../../wire/call.ts'
import { cents, count, longText, pageOf, pageQuery, positiveId } from '../../wire/fields.ts'
import { orderKinds } from '../order/enums.ts'
import { linkCode, quantity } from '../order/schema.ts'
import { CouponStatus, CouponType, CouponView } from './enums.ts'
import { coupon, couponUsage } from './schema.ts'

/** One of the numbers, as a query carries it. */
const queryOneOf = <Value extends number>(values: Readonly<Record<string, Value>>) =>
  z.pipe(
    z.literal(Object.values(values).map(String)),
    z.transform((text) => Number(text) as Value),
  )

export const getCouponList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/coupon/getCouponList',
  summary: '我的优惠券：按状态，或按类型；类型 -1 到 -4 是新到、即将过期、已使用、已过期四个视图，状态不再起作用',
  access: access.user,
  input: z.strictObject({
    ...pageQuery,
    status: z.prefault(queryOneOf(CouponStatus), String(CouponStatus.efficient)),
    couponType: z.optional(queryOneOf({ ...CouponType, ...CouponView })),
  }),
  data: z.object({
    ...pageOf(coupon),
    /** How many stand in each of the four states. */
    counts: z.object({ efficient: count, used: count, expired: count, invalid: count }),
  }),
})

export const exchangeCoupon = defineCall({
  method: 'POST',
  path: '/vmcloud/api/coupon/exchangeCoupon',
  summary: '用兑换码换一张优惠券',
  access: access.user,
  input: z.strictObject({ exchangeCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)) }),
  data: coupon,
  callsPerMinute: 20,
  loadingText: '兑换中',
})

/** Changes nothing; it is a POST for the sake of its items. */
export const getOrderCoupons = defineCall({
  method: 'POST',
  path: '/vmcloud/api/coupon/getOrderCoupons',
  summary: '一笔订单可用和不可用的优惠券：可用的最优惠的在前，不可用的各带原因',
  access: access.user,
  input: z.strictObject({
    kind: z.enum(orderKinds),
    /** Billable products; for beans and cloud space the pack or plan. */
    items: z.array(z.strictObject({ id: positiveId, quantity })).check(z.minLength(1), z.maxLength(50)),
    /** Devices that are renewed or changed. */
    deviceIds: z.optional(z.array(positiveId).check(z.minLength(1), z.maxLength(200))),
    /** Which seckill, and which list of a big user: their prices are their own. */
    activityId: z.optional(positiveId),
    linkCode: z.optional(linkCode),
  }),
  data: z.object({
    usable: z.array(z.object({ coupon, discountCents: cents })),
    unusable: z.array(z.object({ coupon, reason: longText })),
    /** The one to choose by itself; nothing where none takes anything off. */
    bestCouponId: z.nullable(positiveId),
  }),
  errors: ['GOODS_NOT_EXIST'],
})

export const getCouponUsage = defineCall({
  method: 'GET',
  path: '/vmcloud/api/coupon/getCouponUsage',
  summary: '用券记录，新的在前',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(couponUsage)),
})
