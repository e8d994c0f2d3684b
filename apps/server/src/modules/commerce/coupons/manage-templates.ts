import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { scopeTestsOf } from '@yunji/contract/commerce/coupon/scope'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { createCouponTemplate, issueCoupons as issueCall } from '@yunji/contract/operator/commerce-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { and, eq } from 'drizzle-orm'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { coupons, couponTemplates } from '../../../tables/coupons.ts'
import { issueToUsers } from './issue-coupons.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

const WHOLE_PERCENT = 100

type TemplateInput = CallArguments<typeof createCouponTemplate>

/** A coupon that no rule could ever read is refused where it is made, and not where somebody wants to use it. */
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
    const [made] = await db
      .insert(couponTemplates)
      .values({
        name,
        terms: terms as typeof couponTemplates.$inferInsert.terms,
        validDays,
        exchangeCode,
        leftCount,
        perUserLimit,
        isForNewcomers,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (!made) throw new AppError('BAD_INPUT', { text: '该兑换码已被使用' })
    return { templateId: made.id }
  }

export const issueCoupons =
  ({ database: { db }, clock }: Deps) =>
  ({ templateId, userIds }: CallArguments<typeof issueCall>): Promise<CallData<typeof issueCall>> =>
    db.transaction(async (tx) => {
      const [template] = await tx
        .select()
        .from(couponTemplates)
        .where(and(eq(couponTemplates.id, templateId), couponTemplates.isEnabled))
        .for('update')
      if (!template) throw new AppError('NOT_FOUND')
      const issued = new Set(await issueToUsers(tx, template, userIds, clock.now()))
      return { issued: issued.size, skipped: [...new Set(userIds)].filter((userId) => !issued.has(userId)) }
    })

/** What nobody has begun to use is worth nothing any more; a price that stands, stands. */
export const withdrawCoupons =
  ({ database: { db } }: Deps) =>
  (templateId: number): Promise<{ withdrawn: number }> =>
    db.transaction(async (tx) => {
      const [template] = await tx
        .update(couponTemplates)
        .set({ isEnabled: false })
        .where(eq(couponTemplates.id, templateId))
        .returning()
      if (!template) throw new AppError('NOT_FOUND')
      const withdrawn = await tx
        .update(coupons)
        .set({ state: 'invalid' })
        .where(and(eq(coupons.templateId, templateId), eq(coupons.state, 'efficient')))
        .returning({ id: coupons.id })
      return { withdrawn: withdrawn.length }
    })
