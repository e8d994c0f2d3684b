import { createOrder } from '@yunji/contract/commerce/order/calls'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { getBeanPacks } from '@yunji/contract/commerce/wallet/calls'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'
import { useReturn } from '../../../shared/platform/page/page-lifecycle.ts'
import { beanChoiceOf, type Chosen } from './choice.ts'

/** The third of a row of offers that grow: neither the least nor the most. */
const FIRST_CHOICE = 2

/** Beans on their way from a pack to the payment page. */
export const useBeanOrder = () => {
  const offer = useCall(getBeanPacks, {})
  const [chosen, choose] = useState<Chosen>(FIRST_CHOICE)
  const [typed, type] = useState('')
  const choice = offer.data && beanChoiceOf(offer.data, chosen, typed)
  const coupons = useOrderCoupons(choice && { kind: 'beans', items: [{ id: choice.id, quantity: choice.quantity }] })
  const refetch = () => Promise.all([offer.refetch(), coupons.refetch()])
  const { isBusy, order } = usePlaceOrder(refetch)
  // A coupon may have been used or released by an order made here.
  useReturn(() => void refetch())

  const used = choice && coupons.chosen
  const payableCents = choice && choice.priceCents - (used?.discountCents ?? 0)
  const buy = () => {
    if (!choice || payableCents === undefined) return
    const input = {
      businessType: BusinessType.cloudBeans,
      id: choice.id,
      quantity: choice.quantity,
      totalCents: payableCents,
      ...(used && { couponId: used.coupon.id }),
    }
    order(input, (key) => callApi(createOrder, input, { idempotencyKey: key }))
  }
  return { offer, chosen, choose, typed, type, choice, coupons, payableCents, isBusy, buy }
}

export type BeanOrder = ReturnType<typeof useBeanOrder>
