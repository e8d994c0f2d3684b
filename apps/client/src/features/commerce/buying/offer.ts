import type { ImageType } from '@yunji/contract/commerce/commodity/enums'
import type { Goods, GoodsConfiguration, GoodsPrice, ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import { chosenConfiguration, chosenGoods, chosenImage, chosenPrice, chosenZone } from './choice.ts'
import { useGoods, usePrices, useZones } from './goods.ts'
import type { Selection } from './selection.ts'

/** An offer for a selection. Prices and zones load after the goods. */
export interface Offer {
  readonly goods: Goods
  readonly configuration: GoodsConfiguration
  readonly imageType: ImageType | undefined
  /** Prices of the chosen configuration by duration; undefined until loaded. */
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

/** The offer that matches a selection; undefined when nothing is sold. */
const offerOf = ({ goods: all, prices: allPrices, zones }: Read, selection: Selection): Offer | undefined => {
  const goods = chosenGoods(all, selection)
  const configuration = goods && chosenConfiguration(goods, selection)
  if (!configuration) return undefined
  const prices = allPrices?.filter(({ configId }) => configId === configuration.configId)
  const zone = zones && chosenZone(zones, selection)
  return {
    goods,
    configuration,
    imageType: chosenImage(configuration, selection),
    prices,
    price: prices && chosenPrice(prices, selection),
    zones,
    zone,
    isSoldOut: zones !== undefined && zone === undefined,
    quantity: selection.quantity,
  }
}

/** Offers that match the selection; the last answer while a new one loads. */
export const useOffer = (selection: Selection) => {
  const list = useGoods()
  const all = list.data?.records
  const goods = all && chosenGoods(all, selection)
  const prices = usePrices(goods?.goodId)
  const zones = useZones(goods && chosenConfiguration(goods, selection)?.configId)
  return {
    list,
    prices,
    zones,
    offer: all && offerOf({ goods: all, prices: prices.data?.prices, zones: zones.data?.zones }, selection),
    /** Refetches the offer. */
    refetch: async (): Promise<Offer | undefined> => {
      const [freshList, freshPrices, freshZones] = await Promise.all([
        list.refetch(),
        prices.refetch(),
        zones.refetch(),
      ])
      return offerOf(
        { goods: freshList.data?.records ?? [], prices: freshPrices.data?.prices, zones: freshZones.data?.zones },
        selection,
      )
    },
  }
}

/** The selection of an offer, defaults included. */
export const settledSelection = ({ goods, configuration, imageType, price, zone, quantity }: Offer): Selection => ({
  goodId: goods.goodId,
  configId: configuration.configId,
  ...(price && { goodTime: price.goodTime, ...(price.isMetered && { isMetered: true }) }),
  ...(zone && { zoneId: zone.zoneId }),
  ...(imageType !== undefined && { imageType }),
  quantity,
})
