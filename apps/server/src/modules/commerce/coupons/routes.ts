import * as calls from '@yunji/contract/commerce/coupon/calls'
import * as operator from '@yunji/contract/operator/commerce-calls'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
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
  bind(operator.createCouponTemplate, (input) => createTemplate(deps)(input)),
  bind(operator.issueCoupons, (input) => issueCoupons(deps)(input)),
  bind(operator.withdrawCoupons, ({ templateId }) => withdrawCoupons(deps)(templateId)),
]
