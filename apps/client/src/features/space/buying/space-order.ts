import { createOrder } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { getSpacePlans } from '@yunji/contract/space/calls'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { type PlanChoice, planOf } from './plans.ts'

/** Space on its way from a plan to the payment page. */
export const useSpaceOrder = () => {
  const offer = useCall(getSpacePlans, {})
  const [choice, choose] = useState<PlanChoice>({})
  const plan = planOf(offer.data?.plans ?? [], choice)
  const coupons = useOrderCoupons(plan && { kind: 'space', items: [{ id: plan.id, quantity: 1 }] })
  const refetch = () => Promise.all([offer.refetch(), coupons.refetch()])
  const { isBusy, order } = usePlaceOrder(refetch)
  // A coupon may have been used or released by an order made here.
  useReturn(() => void refetch())

  const used = plan && coupons.chosen
  const payableCents = plan && plan.priceCents - (used?.discountCents ?? 0)
  const buy = () => {
    if (!plan || payableCents === undefined) return
    const input = {
      businessType: BusinessType.cloudSpace,
      id: plan.id,
      quantity: 1,
      totalCents: payableCents,
      ...(used && { couponId: used.coupon.id }),
    }
    order(input, (key) => callApi(createOrder, input, { idempotencyKey: key }))
  }
  return { offer, plan, choose, coupons, payableCents, isBusy, buy }
}
