import type { GoodsConfiguration, GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { hasActivity, termsForQuantity } from '@yunji/contract/commerce/commodity/terms'
import { formatRentalTime } from '@yunji/contract/display/time'

/** `30 天`, `1 小时`, or 按小时 for metered goods. */
export const durationText = ({ goodTime, isMetered }: Pick<GoodsPrice, 'goodTime' | 'isMetered'>): string => {
  if (isMetered) return '按小时'
  return formatRentalTime(goodTime)
}

export const hardwareText = ({ cpuCores, memoryGb }: GoodsConfiguration): string => `${cpuCores} 核 · ${memoryGb} GB`

export const configurationText = (configuration: GoodsConfiguration): string =>
  `${hardwareText(configuration)} · ${configuration.storageGb} GB · ${configuration.version}`

/** Reason of a reduced price; undefined without a reduction. */
export const reductionText = (price: GoodsPrice, quantity = 1): string | undefined => {
  const { firstPurchase } = termsForQuantity(price, quantity)
  if (hasActivity(price)) return '活动价'
  return firstPurchase && price.oldGoodPrice !== null && price.oldGoodPrice > price.goodPrice ? '首购价' : undefined
}
