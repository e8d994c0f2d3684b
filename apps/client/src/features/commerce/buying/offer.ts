import type { ImageType } from '@yunji/contract/commerce/commodity/enums'
import type { Goods, GoodsConfiguration, GoodsPrice, ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { chosenConfiguration, chosenGoods, chosenImage, chosenPrice, chosenZone } from './choice.ts'
import { useGoods, usePrices, useZones } from './goods.ts'
import type { Wish } from './selection.ts'

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

interface Read {
  readonly goods: readonly Goods[]
  readonly prices: readonly GoodsPrice[] | undefined
  readonly zones: readonly ZoneStock[] | undefined
}

/** What is sold, held against a wish; nothing where nothing is sold. */
const offerOf = ({ goods: all, prices: allPrices, zones }: Read, wish: Wish): Offer | undefined => {
  const goods = chosenGoods(all, wish)
  const configuration = goods && chosenConfiguration(goods, wish)
  if (!configuration) return undefined
  const prices = allPrices?.filter(({ configId }) => configId === configuration.configId)
  const zone = zones && chosenZone(zones, wish)
  return {
    goods,
    configuration,
    imageType: chosenImage(configuration, wish),
    prices,
    price: prices && chosenPrice(prices, wish),
    zones,
    zone,
    isSoldOut: zones !== undefined && zone === undefined,
    quantity: wish.quantity,
  }
}

/** What there is for a wish, as it was read last. */
export const useOffer = (wish: Wish) => {
  const list = useGoods()
  const all = list.data?.records
  const goods = all && chosenGoods(all, wish)
  const prices = usePrices(goods?.goodId)
  const zones = useZones(goods && chosenConfiguration(goods, wish)?.configId)
  return {
    list,
    prices,
    zones,
    offer: all && offerOf({ goods: all, prices: prices.data?.prices, zones: zones.data?.zones }, wish),
    /** What there is now. */
    readAgain: async (): Promise<Offer | undefined> => {
      const [freshList, freshPrices, freshZones] = await Promise.all([
        list.refetch(),
        prices.refetch(),
        zones.refetch(),
      ])
      return offerOf(
        { goods: freshList.data?.records ?? [], prices: freshPrices.data?.prices, zones: freshZones.data?.zones },
        wish,
      )
    },
  }
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
