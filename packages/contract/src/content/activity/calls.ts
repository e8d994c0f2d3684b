import * as z from 'zod/mini'
import { coupon } from '../../commerce/coupon/schema.ts'
import { access, defineCall } from '../../wire/call.ts'
import { noInput, positiveId, queryId } from '../../wire/fields.ts'
import { documentContent } from '../document.ts'
import { activityCoupon, activityGoods, activityHead } from './schema.ts'

export const getActivities = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activity/getActivities',
  summary: '正在进行和一天内开始的活动',
  access: access.user,
  input: noInput,
  data: z.object({ records: z.array(activityHead) }),
})

export const getActivity = defineCall({
  method: 'GET',
  path: '/vmcloud/api/activity/getActivity',
  summary: '活动的说明、商品和可领取的优惠券；已结束的也可查看',
  access: access.user,
  input: z.strictObject({ activityId: queryId }),
  data: z.object({
    ...activityHead.shape,
    content: documentContent,
    goods: z.array(activityGoods),
    coupons: z.array(activityCoupon),
  }),
})

export const claimActivityCoupon = defineCall({
  method: 'POST',
  path: '/vmcloud/api/activity/claimCoupon',
  summary: '领取活动的优惠券：活动进行期间，不超过每人限领张数和总量',
  access: access.user,
  input: z.strictObject({ activityId: positiveId, templateId: positiveId }),
  data: coupon,
})
