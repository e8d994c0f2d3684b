import { CouponListPage } from '../../features/commerce/coupons/coupon-list-page.tsx'
import { couponStatusOf } from '../../features/commerce/coupons/coupon-text.ts'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function UserCouponPage() {
  const { status, exchangeCode = '' } = usePageParams()
  return <CouponListPage initialStatus={couponStatusOf(status)} exchangeCode={exchangeCode} />
}
