import { type ImageType, InventoryStatus } from '@yunji/contract/commerce/commodity/enums'
import type { Goods, GoodsConfiguration, GoodsPrice, ZoneStock } from '@yunji/contract/commerce/commodity/schema'
import type { Selection } from './selection.ts'

const MONTH_HOURS = 30 * 24

export const chosenGoods = (goods: readonly Goods[], { goodId }: Selection): Goods | undefined =>
  goods.find((each) => each.goodId === goodId) ?? goods[0]

/** The video edition is reached by upgrading. */
export const soldConfigurations = ({ configurations }: Goods): readonly GoodsConfiguration[] =>
  configurations.filter(({ isVideoEdition }) => !isVideoEdition)

export const chosenConfiguration = (goods: Goods, { configId }: Selection): GoodsConfiguration | undefined => {
  const sold = soldConfigurations(goods)
  return sold.find((each) => each.configId === configId) ?? sold[0]
}

const isSameHardware = (one: GoodsConfiguration, other: GoodsConfiguration): boolean =>
  one.cpuCores === other.cpuCores && one.memoryGb === other.memoryGb && one.storageGb === other.storageGb

/** One configuration for each hardware, preferably with the selected system. */
export const hardwareOf = (goods: Goods, chosen: GoodsConfiguration): readonly GoodsConfiguration[] => {
  const sold = soldConfigurations(goods)
  const firsts = sold.filter((each) => sold.find((other) => isSameHardware(each, other)) === each)
  return firsts.map(
    (first) => sold.find((each) => isSameHardware(each, first) && each.version === chosen.version) ?? first,
  )
}

/** The systems that the chosen hardware comes with. */
export const systemsOf = (goods: Goods, chosen: GoodsConfiguration): readonly GoodsConfiguration[] =>
  soldConfigurations(goods).filter((each) => isSameHardware(each, chosen))

/** Another model, with the system that was chosen before where it has it. */
export const configurationLike = (
  goods: Goods,
  chosen: GoodsConfiguration | undefined,
): GoodsConfiguration | undefined => {
  const sold = soldConfigurations(goods)
  return sold.find(({ version }) => version === chosen?.version) ?? sold[0]
}

/** The duration that is selected; a month where it is not sold. */
export const chosenPrice = (prices: readonly GoodsPrice[], selection: Selection): GoodsPrice | undefined =>
  prices.find((price) => price.goodTime === selection.goodTime && price.isMetered === Boolean(selection.isMetered)) ??
  prices.find((price) => price.goodTime === MONTH_HOURS) ??
  prices[0]

const hasStock = ({ inventoryStatus }: ZoneStock): boolean => inventoryStatus !== InventoryStatus.insufficient

/** Undefined when every zone is sold out. */
export const chosenZone = (zones: readonly ZoneStock[], { zoneId }: Selection): ZoneStock | undefined => {
  const open = zones.filter(hasStock)
  return open.find((zone) => zone.zoneId === zoneId) ?? open[0]
}

export const chosenImage = ({ imageTypes }: GoodsConfiguration, { imageType }: Selection): ImageType | undefined =>
  imageTypes.find((image) => image === imageType) ?? imageTypes[0]
