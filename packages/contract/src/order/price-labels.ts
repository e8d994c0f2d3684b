import type { PriceLine } from './quote.ts'

export const priceLineLabels: Readonly<Record<PriceLine['kind'], string>> = {
  goods: '商品金额',
  firstPurchase: '首购优惠',
  activity: '活动优惠',
  coupon: '优惠券',
  credit: '剩余价值抵扣',
}
