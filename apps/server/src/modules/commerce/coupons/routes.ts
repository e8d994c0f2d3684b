import * as calls from '@yunji/contract/commerce/coupon/calls'
import * as operator from '@yunji/contract/operator/commerce-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { bindAudited } from '../../../platform/http/audited-binding.ts'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { exchangeCoupon } from './exchange-coupon.ts'
import { getCouponList, getCouponUsage } from './list-coupons.ts'
import { createTemplate, issueCoupons, withdrawCoupons } from './manage-templates.ts'

interface CouponDeps {
  readonly database: Database
  readonly clock: Clock
}

export const couponRoutes = (deps: CouponDeps): Binding[] => [
  bind(calls.getCouponList, (query, { caller }) => getCouponList(deps)(caller, query)),
  bind(calls.getCouponUsage, (query, { caller }) => getCouponUsage(deps)(caller, query)),
  bind(calls.exchangeCoupon, ({ exchangeCode }, { caller }) => exchangeCoupon(deps)(caller, exchangeCode)),
  bindAudited(
    deps,
    operator.createCouponTemplate,
    {
      subject: (_input, { templateId }) => `couponTemplate:${templateId}`,
      // An exchange code is money to whoever reads it.
      after: ({ exchangeCode, ...terms }) => ({ ...terms, hasExchangeCode: exchangeCode !== undefined }),
    },
    (joined, input) => createTemplate(joined)(input),
  ),
  bindAudited(
    deps,
    operator.issueCoupons,
    {
      subject: ({ templateId }) => `couponTemplate:${templateId}`,
      after: ({ userIds }, { issued, skipped }) => ({ issued, skipped, userIds }),
    },
    (joined, input) => issueCoupons(joined)(input),
  ),
  bindAudited(
    deps,
    operator.withdrawCoupons,
    { subject: ({ templateId }) => `couponTemplate:${templateId}`, after: (_input, { withdrawn }) => ({ withdrawn }) },
    (joined, { templateId }) => withdrawCoupons(joined)(templateId),
  ),
]
