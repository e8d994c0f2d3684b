import * as z from 'zod/mini'
import { CouponType } from '../commerce/coupon/enums.ts'
import { couponIssueOutcomes, couponIssueStates } from '../commerce/coupon/issue.ts'
import { couponLimits } from '../commerce/coupon/schema.ts'
import { BusinessType } from '../commerce/order/enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { count, cursorQuery, epochMillis, keysetOf, positiveId, queryId, replacing } from '../wire/fields.ts'
import { segment } from './segment.ts'

const outcome = z.enum(couponIssueOutcomes)

export const getCouponTemplates = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCouponTemplates',
  summary: '优惠券模板，新建的在前，每页 50 条；数量中的过期按天统计',
  access: access.operator('marketing.read'),
  input: z.strictObject({
    ...cursorQuery,
    state: z.optional(z.enum(['enabled', 'closed'])),
    /** Beginning of the name, or the id. */
    text: z.optional(z.string().check(z.trim(), z.maxLength(32))),
  }),
  data: z.object(
    keysetOf(
      z.object({
        templateId: positiveId,
        name: z.string(),
        couponType: z.enum(CouponType),
        parValue: z.int(),
        conditionsUse: z.int(),
        businessType: z.enum(BusinessType),
        /** Rules in words, as a customer reads them. */
        ruleTexts: z.array(z.string()),
        validDays: z.nullable(z.int()),
        hasExchangeCode: z.boolean(),
        /** Empty without the right to write. */
        exchangeCode: z.string(),
        /** Issued and left coupons; null without a total. */
        totalCount: z.nullable(count),
        /** Left of the total; null without one. */
        leftCount: z.nullable(count),
        perUserLimit: count,
        isForNewcomers: z.boolean(),
        isEnabled: z.boolean(),
        createdAt: epochMillis,
        issued: count,
        usable: count,
        used: count,
        expired: count,
        withdrawn: count,
      }),
    ),
  ),
})

export const updateCouponTemplate = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/updateCouponTemplate',
  summary: '修改优惠券模板的总量、每人上限和有效期；已发出的券不变，总量不能少于已发出的',
  access: access.operator('marketing.write'),
  input: replacing({
    templateId: positiveId,
    totalCount: z.nullable(couponLimits.totalCount),
    perUserLimit: couponLimits.perUserLimit,
    validDays: z.nullable(couponLimits.validDays),
    isForNewcomers: z.boolean(),
  }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const closeCouponTemplate = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/closeCouponTemplate',
  summary: '关闭优惠券模板：不能再领取和发放，用户手里的券照常使用',
  access: access.operator('marketing.write'),
  input: z.strictObject({ templateId: positiveId }),
  data: z.null(),
})

export const planCouponIssue = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/planCouponIssue',
  summary: '试算一次发放：谁得到、谁不发和为什么；不发出任何券，24 小时内可以执行。按手机号指定须有 users.read',
  access: access.operator('marketing.write'),
  input: z.strictObject({ templateId: positiveId, segment }),
  data: z.object({
    issueId: positiveId,
    plannedCount: count,
    leftOutCount: count,
    /** Given people without an account. */
    unknown: z.array(z.string()),
  }),
})

const issueFacts = {
  issueId: positiveId,
  templateId: positiveId,
  templateName: z.string(),
  operatorName: z.string(),
  state: z.enum(couponIssueStates),
  plannedCount: count,
  leftOutCount: count,
  issuedCount: count,
  withdrawnCount: count,
  createdAt: epochMillis,
  startedAt: z.nullable(epochMillis),
  endedAt: z.nullable(epochMillis),
}

export const getCouponIssues = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCouponIssues',
  summary: '优惠券的发放记录，新的在前，每页 50 条',
  access: access.operator('marketing.read'),
  input: z.strictObject({ ...cursorQuery, templateId: z.optional(queryId) }),
  data: z.object(keysetOf(z.object(issueFacts))),
})

export const getCouponIssue = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCouponIssue',
  summary: '一次发放：状态，以及每种结果的人数',
  access: access.operator('marketing.read'),
  input: z.strictObject({ issueId: queryId }),
  data: z.object({ ...issueFacts, outcomes: z.array(z.object({ outcome, people: count })) }),
})

export const getCouponIssueUsers = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCouponIssueUsers',
  summary: '一次发放中的用户和各自的结果，每页 50 条；没有 users.read 时姓名和手机号为空',
  access: access.operator('marketing.read'),
  input: z.strictObject({ ...cursorQuery, issueId: queryId, outcome: z.optional(outcome) }),
  data: z.object(keysetOf(z.object({ userId: positiveId, name: z.string(), maskedPhone: z.string(), outcome }))),
})

export const startCouponIssue = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/startCouponIssue',
  summary: '执行一次试算过的发放：分批发给名单上的人，限制再核对一次；重复执行不会重复发券',
  access: access.operator('marketing.write'),
  input: z.strictObject({ issueId: positiveId }),
  data: z.object({ state: z.enum(couponIssueStates) }),
})

export const withdrawCouponIssue = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/withdrawCouponIssue',
  summary: '收回一次发放：停止未完的部分，已发出而未使用的券失效；被订单占用的可以用完，订单取消后失效。可以重复执行',
  access: access.operator('marketing.write'),
  input: z.strictObject({ issueId: positiveId }),
  /** Coupons invalidated at once, at most 2,000; the others follow in the background. */
  data: z.object({ withdrawn: count }),
})
