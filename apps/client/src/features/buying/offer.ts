import type { ImageType } from '@yunji/contract/commodity/enums'
import type { Goods, GoodsConfiguration, ZoneStock } from '@yunji/contract/commodity/goods-schema'
import type { GoodsPrice } from '@yunji/contract/commodity/schema'
import { chosenConfiguration, chosenGoods, chosenImage, chosenPrice, chosenZone } from './choice.ts'
import { useGoods, usePrices, useZones } from './goods.ts'
import type { Wish } from './wish.ts'

/** A wish held against what is sold. Prices and zones come a moment after the goods. */
export interface Offer {
  readonly goods: Goods
  readonly configuration: GoodsConfiguration
  readonly imageType: ImageType | undefined
  /** Of the chosen configuration, by duration; nothing until they are known. */
  readonly prices: readonly GoodsPrice[] | undefined
  readonly price: GoodsPrice | undefined
  readonly zones: readonly ZoneStock[] | undefined
  readonly zone: ZoneStock | undefined
  /** Every zone is known, and has none left. */
  readonly isSoldOut: boolean
  readonly quantity: number
}

/** What there is for a wish, read anew when it is asked for. */
export const useOffer = (wish: Wish) => {
  const list = useGoods()
  const goods = list.data && chosenGoods(list.data.goods, wish)
  const configuration = goods && chosenConfiguration(goods, wish)
  const allPrices = usePrices(goods?.goodId)
  const zones = useZones(configuration?.configId)
  const prices = allPrices.data?.prices.filter(({ configId }) => configId === configuration?.configId)
  const offer: Offer | undefined = goods &&
    configuration && {
      goods,
      configuration,
      imageType: chosenImage(configuration, wish),
      prices,
      price: prices && chosenPrice(prices, wish),
      zones: zones.data?.zones,
      zone: zones.data && chosenZone(zones.data.zones, wish),
      isSoldOut: zones.data !== undefined && chosenZone(zones.data.zones, wish) === undefined,
      quantity: wish.quantity,
    }
  const readAgain = () => Promise.all([allPrices.refetch(), zones.refetch()])
  return { list, allPrices, zones, offer, readAgain }
}

/** The wish that an offer stands for, with everything in it that was chosen for the buyer. */
export const settledWish = ({ goods, configuration, imageType, price, zone, quantity }: Offer): Wish => ({
  goodId: goods.goodId,
  configId: configuration.configId,
  ...(price && { goodTime: price.goodTime, ...(price.isMetered && { isMetered: true }) }),
  ...(zone && { zoneId: zone.zoneId }),
  ...(imageType !== undefined && { imageType }),
  quantity,
})
