import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { scopeTestsOf } from '@yunji/contract/commerce/coupon/scope'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { createCouponTemplate, issueCoupons as issueCall } from '@yunji/contract/operator/commerce-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { issueToUsers } from './issue-coupons.ts'
import {
  disableTemplate,
  insertTemplate,
  invalidateCouponsOf,
  lockEnabledTemplate,
  type NewTemplate,
} from './template-store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

const WHOLE_PERCENT = 100

type TemplateInput = CallArguments<typeof createCouponTemplate>

/** Refuses terms that no rule could apply: a coupon of them would fail only at checkout. */
const assertValidTerms = (input: TemplateInput): void => {
  const { couponType, parValue, businessType } = input
  if (couponType === CouponType.discountCoupon && parValue >= WHOLE_PERCENT) {
    throw new AppError('BAD_INPUT', { text: '折扣券的比例须小于 100' })
  }
  if (couponType === CouponType.firstRechargeCoupon && businessType !== BusinessType.cloudBeans) {
    throw new AppError('BAD_INPUT', { text: '首充券只能用于云豆充值' })
  }
  if ('unknownScope' in scopeTestsOf(input as Parameters<typeof scopeTestsOf>[0])) {
    throw new AppError('BAD_INPUT', { text: '适用范围不正确' })
  }
}

export const createTemplate =
  ({ database: { db }, clock }: Deps) =>
  async (input: TemplateInput): Promise<CallData<typeof createCouponTemplate>> => {
    assertValidTerms(input)
    const { name, validDays, exchangeCode, leftCount, perUserLimit, isForNewcomers, ...terms } = input
    const template = await insertTemplate(db, {
      name,
      terms: terms as NewTemplate['terms'],
      validDays,
      exchangeCode,
      leftCount,
      perUserLimit,
      isForNewcomers,
      createdAt: clock.now(),
    })
    if (!template) throw new AppError('BAD_INPUT', { text: '该兑换码已被使用' })
    return { templateId: template.id }
  }

export const issueCoupons =
  ({ database: { db }, clock }: Deps) =>
  ({ templateId, userIds }: CallArguments<typeof issueCall>): Promise<CallData<typeof issueCall>> =>
    db.transaction(async (tx) => {
      const template = await lockEnabledTemplate(tx, templateId)
      if (!template) throw new AppError('NOT_FOUND')
      const issued = new Set(await issueToUsers(tx, template, userIds, clock.now()))
      return { issued: issued.size, skipped: [...new Set(userIds)].filter((userId) => !issued.has(userId)) }
    })

/** Invalidates the unused coupons of a template; orders that hold one keep their price, and do not give it back. */
export const withdrawCoupons =
  ({ database: { db }, clock }: Deps) =>
  (templateId: number): Promise<{ withdrawn: number }> =>
    db.transaction(async (tx) => {
      const withdrawn = { withdrawnAt: clock.now() }
      if (!(await disableTemplate(tx, templateId, withdrawn))) throw new AppError('NOT_FOUND')
      return { withdrawn: await invalidateCouponsOf(tx, templateId) }
    })

/** No further coupons; those that people have stay valid. */
export const closeTemplate =
  ({ database: { db } }: Deps) =>
  (templateId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await disableTemplate(tx, templateId))) throw new AppError('NOT_FOUND')
      return null
    })
