import { createOrder } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { getSpacePlans } from '@yunji/contract/space/calls'
import type { CallData } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'

export type SpacePlan = CallData<typeof getSpacePlans>['plans'][number]

/** Distinct values of the plans, in the order of the catalogue. */
export const valuesOf = (plans: readonly SpacePlan[], field: 'sizeGb' | 'months'): readonly number[] => [
  ...new Set(plans.map((plan) => plan[field])),
]

interface PlanChoice {
  readonly sizeGb?: number | undefined
  readonly months?: number | undefined
}

/** The plan of the chosen size and months; the first of the size where it is not sold for so long. */
export const planOf = (plans: readonly SpacePlan[], { sizeGb, months }: PlanChoice): SpacePlan | undefined => {
  const ofSize = plans.filter((plan) => plan.sizeGb === (sizeGb ?? plans[0]?.sizeGb))
  return ofSize.find((plan) => plan.months === months) ?? ofSize[0]
}

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
