import * as z from 'zod/mini'
import { ActivityState } from '../commerce/commodity/enums.ts'
import { saleCents } from '../commerce/commodity/pricing.ts'
import { activityHead, activityKind } from '../content/activity/schema.ts'
import { DOCUMENT_LIMITS, documentContent } from '../content/document.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, epochMillis, pageOf, pageQuery, positiveId, replacing } from '../wire/fields.ts'

const page = {
  markdown: z.string().check(z.minLength(1), z.maxLength(DOCUMENT_LIMITS.characters)),
  /** Coupon templates that can be claimed while the activity runs. */
  templateIds: z.array(positiveId).check(z.maxLength(20)),
}

/** A product of an activity, as operators see it. */
const activityProduct = z.object({
  productId: positiveId,
  goodsName: z.string(),
  /** Hours. */
  goodTime: positiveId,
  /** Regular price. */
  regularCents: cents,
  priceCents: cents,
  /** Null where the activity sets no limit. */
  stockLeft: z.nullable(count),
  stockTotal: z.nullable(count),
  perUserLimit: z.nullable(count),
})

const quantity = z.int().check(z.minimum(1), z.maximum(1_000_000))

const terms = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
  startsAt: epochMillis,
  endsAt: epochMillis,
  products: z
    .array(
      z.strictObject({
        productId: positiveId,
        priceCents: saleCents,
        /** Needed for a seckill. */
        stock: z.optional(quantity),
        perUserLimit: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
      }),
    )
    .check(z.maxLength(50)),
}

export const createActivity = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createActivity',
  summary: '新建活动：时间、商品和价格、说明（Markdown）、可领取的优惠券',
  access: access.operator('marketing.write'),
  idempotent: true,
  input: z.strictObject({ kind: activityKind, ...terms, ...page }),
  data: z.object({ activityId: positiveId, content: documentContent }),
  errors: ['GOODS_NOT_EXIST'],
})

export const setActivity = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setActivity',
  summary: '修改尚未开始的活动：名称、时间、商品、价格、数量和限购',
  access: access.operator('marketing.write'),
  input: replacing({ activityId: positiveId, ...terms }),
  data: z.null(),
  errors: ['GOODS_NOT_EXIST', 'PRICE_INCONSISTENT'],
})

export const endActivity = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/endActivity',
  summary: '提前结束正在进行的活动；已下的订单不变',
  access: access.operator('marketing.write'),
  input: z.strictObject({ activityId: positiveId }),
  data: z.null(),
})

export const setActivityPage = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setActivityPage',
  summary: '修改活动的说明、可领取的优惠券，或停用活动',
  access: access.operator('marketing.write'),
  input: replacing({
    activityId: positiveId,
    /** Absent: unchanged, so that a form opened earlier undoes no colleague's change. */
    isEnabled: z.optional(z.boolean()),
    ...page,
  }),
  data: z.object({ content: documentContent }),
  errors: ['PRICE_INCONSISTENT'],
})

export const getActivityPages = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getActivityPages',
  summary: '全部活动，后开始的在前',
  access: access.operator('marketing.read'),
  input: z.strictObject({
    ...pageQuery,
    kind: z.optional(activityKind),
    state: z.optional(activityHead.shape.state),
    status: z.optional(z.enum(['0', '1'])),
  }),
  data: z.object(
    pageOf(
      z.object({
        ...activityHead.shape,
        isEnabled: z.boolean(),
        /** Enabled or disabled, as the specification numbers it. */
        status: z.optional(z.enum(ActivityState)),
        products: z.optional(z.array(activityProduct)),
        markdown: z.string(),
        templateIds: z.array(positiveId),
      }),
    ),
  ),
})
