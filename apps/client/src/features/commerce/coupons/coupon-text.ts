import { CouponStatus, CouponType, CouponView, couponStatusLabels } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { formatDate } from '@yunji/contract/display/time'
import { type PageRoute, pathOf } from '@yunji/contract/pages'
import { payPath } from '../../../shared/navigation/page-paths.ts'
import type { CouponFilter } from './coupons.ts'

export const statuses = Object.values(CouponStatus)

/** Coupon state of the page's query; usable by default. */
export const couponStatusOf = (text: string | undefined): CouponStatus =>
  statuses.find((status) => String(status) === text) ?? CouponStatus.efficient

/** Kinds and views of what can be used, in the order of the chips. */
export const filterLabels: readonly { readonly value: CouponFilter; readonly label: string }[] = [
  { value: 0, label: '全部' },
  { value: CouponView.newArrival, label: '新到' },
  { value: CouponView.expiringSoon, label: '即将过期' },
  { value: CouponType.fullVolumeReduction, label: '满减' },
  { value: CouponType.noThresholdRoll, label: '无门槛' },
  { value: CouponType.discountCoupon, label: '折扣' },
  { value: CouponType.firstRechargeCoupon, label: '首充' },
]

const routes: Readonly<Record<BusinessType, PageRoute>> = {
  [BusinessType.cloudMachine]: 'Home/create',
  [BusinessType.cloudMachineUpgrade]: 'Home/index',
  [BusinessType.cloudBeans]: 'user/recharge',
  [BusinessType.cloudSpace]: 'Space/BuySpace',
  [BusinessType.activationCodeMall]: 'user/activateDevice',
}

/** Link of a coupon: the shop, or the unpaid order that holds it. */
export const wayToUse = ({
  businessType,
  isLocked,
  orderId,
}: Coupon): { readonly to: string; readonly text: string } =>
  isLocked && orderId !== null
    ? { to: payPath(orderId), text: '去支付' }
    : { to: pathOf(routes[businessType as BusinessType] ?? 'Home/index'), text: '去使用' }

/** Time until the coupon is valid, or since when it is not. */
export const whenOf = ({ status, expiresAt, usedAt }: Coupon): string => {
  if (status === CouponStatus.used && usedAt !== null) return `${formatDate(usedAt)} 已使用`
  if (expiresAt === null) return '长期有效'
  return `${formatDate(expiresAt)} ${status === CouponStatus.expired ? '已过期' : '到期'}`
}

export interface CouponMark {
  readonly text: string
  readonly tone: 'brand' | 'soon' | 'plain'
}

/** Corner mark of a ticket. */
export const markOf = ({ status, isLocked, isExpiringSoon, isNewArrival }: Coupon): CouponMark | undefined => {
  if (status !== CouponStatus.efficient) return { text: couponStatusLabels[status], tone: 'plain' }
  if (isLocked) return { text: '待支付占用', tone: 'plain' }
  if (isExpiringSoon) return { text: '即将过期', tone: 'soon' }
  return isNewArrival ? { text: '新到', tone: 'brand' } : undefined
}
