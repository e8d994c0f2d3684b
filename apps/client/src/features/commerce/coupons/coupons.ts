import { exchangeCoupon, getCouponList, getCouponUsage } from '@yunji/contract/commerce/coupon/calls'
import type { CouponStatus, CouponType, CouponView } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon, CouponUsage } from '@yunji/contract/commerce/coupon/schema'
import { queryClient, requestData } from '../../../shared/api/query.ts'
import { byPage, type PageRequest } from '../../../shared/list/paging.ts'
import { usePagedList } from '../../../shared/list/use-paged-list.ts'
import { useSession } from '../../../shared/session/session.ts'

/** A kind of coupon, or one of the views that the specification numbers among them; 0 for all. */
export type CouponFilter = CouponType | CouponView | 0

const couponKey = ({ id }: Coupon) => id
const usageKey = ({ couponId, orderId }: CouponUsage) => `${couponId}-${orderId}`

const pageOf = ({ page, rows }: PageRequest) => ({ page: String(page), rows: String(rows) })

export const useCoupons = (status: CouponStatus, filter: CouponFilter) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getCouponList.path, status, filter, userId],
    read: (request: PageRequest) =>
      requestData(getCouponList, {
        ...pageOf(request),
        status: String(status),
        ...(filter !== 0 && { couponType: String(filter) }),
      }),
    paging: byPage,
    rowKey: couponKey,
  })
}

export const useCouponUsage = () => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getCouponUsage.path, userId],
    read: (request: PageRequest) => requestData(getCouponUsage, pageOf(request)),
    paging: byPage,
    rowKey: usageKey,
  })
}

/** Exchanges a code for a coupon, and refetches all coupon lists. */
export const exchange = async (exchangeCode: string): Promise<Coupon> => {
  const coupon = await requestData(exchangeCoupon, { exchangeCode })
  await queryClient.invalidateQueries({ queryKey: [getCouponList.path] })
  return coupon
}
