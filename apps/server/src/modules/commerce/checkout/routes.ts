import { getOrderCoupons as couponsCall } from '@yunji/contract/commerce/coupon/calls'
import { type Binding, bind } from '../../../platform/http/binding.ts'
import { type CheckoutDeps, getOrderCoupons } from './get-order-coupons.ts'

export const checkoutRoutes = (deps: CheckoutDeps): Binding[] => [
  bind(couponsCall, (selection, { caller }) => getOrderCoupons(deps)(caller, selection)),
]
