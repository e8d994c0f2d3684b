import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { scopeTestsOf } from '@yunji/contract/commerce/coupon/scope'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { formatCount } from '@yunji/contract/display/text'
import type { createCouponTemplate, issueCoupons as issueCall } from '@yunji/contract/operator/commerce-calls'
import type { updateCouponTemplate as updateCall } from '@yunji/contract/operator/coupon-calls'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { issueToUsers } from './issue-coupons.ts'
import {
  countIssued,
  disableTemplate,
  insertTemplate,
  lockEnabledTemplate,
  type NewTemplate,
  updateLimits,
} from './template-store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

const WHOLE_PERCENT = 100

type TemplateInput = CallArguments<typeof createCouponTemplate>

/** Registrations would wait for each other at a total: templates that have one give newcomers nothing. */
const assertNewcomersWithoutTotal = (isForNewcomers: boolean, total: number | null): void => {
  if (isForNewcomers && total !== null) {
    throw new AppError('BAD_INPUT', { text: '新注册用户自动获得的券不能有总量' })
  }
}

/** Refuses terms that no rule could apply: a coupon of them would fail only at checkout. */
const assertValidTerms = (input: TemplateInput): void => {
  const { couponType, parValue, businessType } = input
  if (couponType === CouponType.discountCoupon && parValue >= WHOLE_PERCENT) {
    throw new AppError('BAD_INPUT', { text: '折扣券的比例须小于 100' })
  }
  if (couponType === CouponType.fullVolumeReduction && parValue > (input.conditionsUse ?? 0)) {
    throw new AppError('BAD_INPUT', { text: '减免的金额不能超过使用门槛' })
  }
  if (couponType === CouponType.firstRechargeCoupon && businessType !== BusinessType.cloudBeans) {
    throw new AppError('BAD_INPUT', { text: '首充券只能用于云豆充值' })
  }
  assertNewcomersWithoutTotal(input.isForNewcomers, input.leftCount ?? null)
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

/** Changes limits for coupons to come. The template is locked before its coupons are counted, as for every claim. */
export const updateTemplate =
  ({ database: { db } }: Pick<Deps, 'database'>) =>
  ({ templateId, totalCount, ...limits }: CallArguments<typeof updateCall>): Promise<null> =>
    db.transaction(async (tx) => {
      assertNewcomersWithoutTotal(limits.isForNewcomers, totalCount)
      if (!(await lockEnabledTemplate(tx, templateId))) {
        throw new AppError('NOT_FOUND', { text: '没有这个模板，或已经停用' })
      }
      const issued = await countIssued(tx, templateId)
      if (totalCount !== null && totalCount < issued) {
        throw new AppError('BAD_INPUT', { text: `已发出 ${formatCount(issued)} 张，总量不能更少` })
      }
      await updateLimits(tx, templateId, { ...limits, leftCount: totalCount === null ? null : totalCount - issued })
      return null
    })

export const issueCoupons =
  ({ database: { db }, clock }: Deps) =>
  ({ templateId, userIds }: CallArguments<typeof issueCall>): Promise<CallData<typeof issueCall>> =>
    db.transaction(async (tx) => {
      const template = await lockEnabledTemplate(tx, templateId)
      if (!template) throw new AppError('NOT_FOUND')
      const issued = new Set(await issueToUsers(tx, template, userIds, clock.now()))
      return { issued: issued.size, skipped: [...new Set(userIds)].filter((userId) => !issued.has(userId)) }
    })

/** No further coupons; those that people have stay valid. */
export const closeTemplate =
  ({ database: { db } }: Deps) =>
  (templateId: number): Promise<null> =>
    db.transaction(async (tx) => {
      if (!(await disableTemplate(tx, templateId))) throw new AppError('NOT_FOUND')
      return null
    })
