import * as z from 'zod/mini'
import { CouponType } from '../commerce/coupon/enums.ts'
import { couponLimits } from '../commerce/coupon/schema.ts'
import { BusinessType } from '../commerce/order/enums.ts'
import { bigUserTerms, linkCode } from '../commerce/order/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import {
  cents,
  count,
  cursorQuery,
  epochMillis,
  keysetOf,
  longText,
  noInput,
  positiveId,
  queryId,
  replacing,
  shortText,
} from '../wire/fields.ts'

export const createCouponTemplate = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createCouponTemplate',
  summary: '新建优惠券模板，可带兑换码和总量',
  access: access.operator('marketing.write'),
  idempotent: true,
  input: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    couponType: z.enum(CouponType),
    /** Cents; for a discount coupon the percentage to pay. */
    parValue: z.int().check(z.minimum(1), z.maximum(100_000_00)),
    conditionsUse: z.prefault(cents, 0),
    businessType: z.enum(BusinessType),
    scopeApplications: z.optional(shortText),
    rules: z.optional(z.array(z.strictObject({ type: z.int(), objectData: longText })).check(z.maxLength(6))),
    scopeApplication: z.optional(z.int().check(z.minimum(1), z.maximum(6))),
    applicableObjects: z.optional(longText),
    effectiveScope: z.optional(shortText),
    /** Stands in place of the type's own condition, the threshold above all. */
    usable: z.optional(z.boolean()),
    validDays: z.optional(couponLimits.validDays),
    exchangeCode: z.optional(z.string().check(z.regex(/^[A-Z0-9]{4,32}$/))),
    leftCount: z.optional(couponLimits.totalCount),
    perUserLimit: z.prefault(couponLimits.perUserLimit, 1),
    /** Everybody who registers from then on gets one; takes no total. */
    isForNewcomers: z.prefault(z.boolean(), false),
  }),
  data: z.object({ templateId: positiveId }),
})

export const issueCoupons = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/issueCoupons',
  summary: '向指定用户各发一张优惠券；超出每人或总量限制的用户不发，列在 skipped',
  access: access.operator('marketing.write'),
  idempotent: true,
  input: z.strictObject({
    templateId: positiveId,
    userIds: z.array(positiveId).check(z.minLength(1), z.maxLength(500)),
  }),
  data: z.object({ issued: count, skipped: z.array(positiveId) }),
  errors: ['USER_ID_EMPTY'],
})

export const withdrawCoupons = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/withdrawCoupons',
  summary: '停用一个模板，尚可使用的券一并失效；被待支付订单占用的可以用完，订单取消后失效',
  access: access.operator('marketing.write'),
  input: z.strictObject({ templateId: positiveId }),
  data: z.object({ withdrawn: count }),
})

export const setPackBonus = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setPackBonus',
  summary: '修改云豆套餐的赠送数量；价格不变，一豆总是一分',
  access: access.operator('settings.write'),
  input: replacing({ packId: positiveId, bonusCents: cents }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const createBigUserList = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createBigUserList',
  summary: '为大客户建立协议价清单，得到可发送的链接编号',
  access: access.operator('marketing.write'),
  idempotent: true,
  input: z.strictObject(bigUserTerms),
  data: z.object({ linkCode }),
  errors: ['USER_ID_EMPTY', 'GOODS_NOT_EXIST'],
})

export const closeBigUserList = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/closeBigUserList',
  summary: '收回大客户清单',
  access: access.operator('marketing.write'),
  input: z.strictObject({ linkCode }),
  data: z.null(),
})

export const getBigUserLists = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getBigUserLists',
  summary: '大客户的协议价清单，新的在前，每页 50 条；链接编号须有 marketing.write',
  access: access.operator('marketing.read'),
  input: z.strictObject({
    ...cursorQuery,
    userId: z.optional(queryId),
    state: z.optional(z.enum(['open', 'expired', 'closed'])),
  }),
  data: z.object(
    keysetOf(
      z.object({
        listId: positiveId,
        userId: positiveId,
        title: z.string(),
        /** Empty without the right to write. */
        linkCode: z.string(),
        maximumPhones: count,
        state: z.enum(['open', 'expired', 'closed']),
        expiresAt: z.nullable(epochMillis),
        closedAt: z.nullable(epochMillis),
        createdAt: epochMillis,
        prices: z.array(z.object({ id: positiveId, goodPrice: cents, name: z.string() })),
      }),
    ),
  ),
})

export const getPacks = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getPacks',
  summary: '在售的云豆套餐和各自的赠送',
  access: access.operator('settings.read'),
  input: noInput,
  data: z.object({ packs: z.array(z.object({ packId: positiveId, beansCents: cents, bonusCents: cents })) }),
})
