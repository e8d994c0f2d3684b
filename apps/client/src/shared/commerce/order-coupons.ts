import { useQuery } from '@tanstack/react-query'
import { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import type { CallData, CallInput } from '@yunji/contract/wire/call'
import { useState } from 'react'
import { queryKeyOf, readData } from '../api/query.ts'
import { useSession } from '../session/session.ts'

/** Input of the coupon query: the planned order. */
export type CouponQuestion = CallInput<typeof getOrderCoupons>
export type OrderCoupons = CallData<typeof getOrderCoupons>
export type UsableCoupon = OrderCoupons['usable'][number]

/** A coupon that the buyer chose, none at all, or whichever is best as long as they have not said. */
export type WantedCoupon = number | 'none' | 'best'

/** A choice that does not fit any more gives way to the best. */
const couponToUse = (coupons: OrderCoupons | undefined, wanted: WantedCoupon): UsableCoupon | undefined => {
  if (!coupons || wanted === 'none') return undefined
  const { usable, bestCouponId } = coupons
  return usable.find(({ coupon }) => coupon.id === wanted) ?? usable.find(({ coupon }) => coupon.id === bestCouponId)
}

/** Coupons for an order, and the one to use. Disabled without a login. */
export const useOrderCoupons = (question: CouponQuestion | undefined) => {
  const userId = useSession((state) => state.userId)
  const [wanted, want] = useState<WantedCoupon>('best')
  const isAsked = question !== undefined && userId !== null
  const query = useQuery({
    queryKey: queryKeyOf(getOrderCoupons, question ?? { kind: 'buy', items: [] }, userId),
    queryFn: () => readData(getOrderCoupons, question ?? { kind: 'buy', items: [] }),
    enabled: isAsked,
  })
  return {
    query,
    /** Not known yet which coupon it will be. */
    isOpen: isAsked && query.isPending,
    chosen: couponToUse(query.data, wanted),
    want,
    /** Refetches, and returns the coupon to use. */
    refetch: async () => couponToUse(isAsked ? (await query.refetch()).data : undefined, wanted),
  }
}

export type CouponChoice = ReturnType<typeof useOrderCoupons>
