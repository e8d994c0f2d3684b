import * as z from 'zod/mini'
import { activityHead, activityKind } from '../content/activity/schema.ts'
import { DOCUMENT_LIMITS, documentContent } from '../content/document.ts'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, pageOf, pageQuery, positiveId } from '../wire/fields.ts'

const page = {
  markdown: z.string().check(z.minLength(1), z.maxLength(DOCUMENT_LIMITS.characters)),
  /** Coupon templates that can be claimed while the activity runs. */
  templateIds: z.array(positiveId).check(z.maxLength(20)),
}

const quantity = z.int().check(z.minimum(1), z.maximum(1_000_000))

export const createActivity = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createActivity',
  summary: '新建活动：时间、商品和价格、说明（Markdown）、可领取的优惠券',
  access: access.operator('marketing.write'),
  input: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    kind: activityKind,
    startsAt: epochMillis,
    endsAt: epochMillis,
    products: z
      .array(
        z.strictObject({
          productId: positiveId,
          priceCents: z.int().check(z.minimum(1), z.maximum(100_000_00)),
          /** Needed for a seckill. */
          stock: z.optional(quantity),
          perUserLimit: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
        }),
      )
      .check(z.maxLength(50)),
    ...page,
  }),
  data: z.object({ activityId: positiveId, content: documentContent }),
  errors: ['GOODS_NOT_EXIST'],
})

export const setActivityPage = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setActivityPage',
  summary: '修改活动的说明、可领取的优惠券，或停用活动',
  access: access.operator('marketing.write'),
  input: z.strictObject({ activityId: positiveId, isEnabled: z.boolean(), ...page }),
  data: z.object({ content: documentContent }),
})

export const getActivityPages = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getActivityPages',
  summary: '全部活动，后开始的在前',
  access: access.operator('marketing.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        ...activityHead.shape,
        isEnabled: z.boolean(),
        markdown: z.string(),
        templateIds: z.array(positiveId),
      }),
    ),
  ),
})
