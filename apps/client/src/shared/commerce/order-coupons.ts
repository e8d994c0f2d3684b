import { useQuery } from '@tanstack/react-query'
import { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { queryKeyOf, requestData } from '../api/query.ts'
import { useSession } from '../session/session.ts'

/** Input of the coupon query: the planned order. */
export type CouponQuestion = CallInput<typeof getOrderCoupons>
export type OrderCoupons = CallData<typeof getOrderCoupons>
export type UsableCoupon = OrderCoupons['usable'][number]

/** The buyer's choice: a coupon, none, or by default the best. */
export type CouponPreference = number | 'none' | 'best'

/** Falls back to the best coupon when the chosen one does not fit any more. */
const couponToUse = (coupons: OrderCoupons | undefined, preference: CouponPreference): UsableCoupon | undefined => {
  if (!coupons || preference === 'none') return undefined
  const { usable, bestCouponId } = coupons
  return (
    usable.find(({ coupon }) => coupon.id === preference) ?? usable.find(({ coupon }) => coupon.id === bestCouponId)
  )
}

/** Coupons for an order, and the one to use. Disabled without a login. */
export const useOrderCoupons = (question: CouponQuestion | undefined) => {
  const userId = useSession((state) => state.userId)
  const [preference, setPreference] = useState<CouponPreference>('best')
  const isEnabled = question !== undefined && userId !== null
  const query = useQuery({
    queryKey: queryKeyOf(getOrderCoupons, question ?? { kind: 'buy', items: [] }, userId),
    queryFn: () => requestData(getOrderCoupons, question ?? { kind: 'buy', items: [] }),
    enabled: isEnabled,
  })
  return {
    query,
    /** True while the coupon to use is not known yet. */
    isOpen: isEnabled && query.isPending,
    chosen: couponToUse(query.data, preference),
    prefer: setPreference,
    /** Refetches, and returns the coupon to use. */
    refetch: async () => couponToUse(isEnabled ? (await query.refetch()).data : undefined, preference),
  }
}

export type CouponChoice = ReturnType<typeof useOrderCoupons>
