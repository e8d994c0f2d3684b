import { CouponListPage } from '../../features/coupons/coupon-list-page.tsx'
import { couponStatusOf } from '../../features/coupons/coupon-words.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function UserCouponPage() {
  const { status, exchangeCode = '' } = usePageParams()
  return <CouponListPage initialStatus={couponStatusOf(status)} exchangeCode={exchangeCode} />
}
