import { getActivationGoods } from '@yunji/contract/commerce/activation/calls'
import { purchaseActivationCode } from '@yunji/contract/commerce/order/calls'
import { useState } from 'react'
import { callApi } from '../../../shared/api/client.ts'
import { useCall } from '../../../shared/api/query.ts'
import { useOrderCoupons } from '../../../shared/commerce/order-coupons.ts'
import { usePlaceOrder } from '../../../shared/commerce/use-place-order.ts'

/** Codes on their way to the payment page. */
export const useCodeOrder = () => {
  const offer = useCall(getActivationGoods, {})
  const [chosenId, choose] = useState<number>()
  const [quantity, setQuantity] = useState(1)
  const goods = offer.data?.goods
  const chosen = goods?.find(({ id }) => id === chosenId) ?? goods?.[0]
  const coupons = useOrderCoupons(chosen && { kind: 'codes', items: [{ id: chosen.id, quantity }] })
  const { isBusy, order } = usePlaceOrder(() => Promise.all([offer.refetch(), coupons.refetch()]))

  const used = chosen && coupons.chosen
  const payableCents = chosen && chosen.goodPrice * quantity - (used?.discountCents ?? 0)
  const buy = () => {
    if (!chosen || payableCents === undefined) return
    const input = {
      id: chosen.id,
      quantity,
      goodPrice: chosen.goodPrice,
      totalCents: payableCents,
      ...(used && { couponId: used.coupon.id }),
    }
    order(input, (key) => callApi(purchaseActivationCode, input, { idempotencyKey: key }))
  }
  return { offer, chosen, choose, quantity, setQuantity, coupons, payableCents, isBusy, buy }
}

export type CodeOrder = ReturnType<typeof useCodeOrder>
