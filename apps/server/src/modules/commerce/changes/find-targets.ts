import { CHANGE_MINIMUM_HOURS } from '@yunji/contract/commerce/change/rules'
import type { ChangeTarget } from '@yunji/contract/commerce/change/schema'
import type { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { inventoryStatusOf } from '@yunji/contract/commerce/commodity/terms'
import { DeviceButton } from '@yunji/contract/devices/device/enums'
import type { Db, Tx } from '../../../platform/database.ts'
import type { SignedTokens } from '../../../platform/signed-tokens.ts'
import type { goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { listPrices, toConfiguration } from '../catalogue/index.ts'
import { type SignedQuote, toOffer } from './change-quote.ts'
import { listTargets, type OwnDevice } from './store.ts'

/** Another configuration of the same goods, other goods, or the video edition of the same goods. */
export type ChangeWay = 'configuration' | 'model' | 'video'

/** Button of a device that permits the change. */
export const buttonFor = {
  configuration: DeviceButton.upOrDownConfig,
  model: DeviceButton.changeConfig,
  video: DeviceButton.videoChangeOpType,
} as const satisfies Record<ChangeWay, DeviceButton>

type Configuration = typeof goodsConfigurations.$inferSelect

export const wayTo = (
  from: Pick<Configuration, 'goodId'>,
  to: Pick<Configuration, 'goodId' | 'isVideoEdition'>,
): ChangeWay => {
  if (to.isVideoEdition) return 'video'
  return to.goodId === from.goodId ? 'configuration' : 'model'
}

export interface PricedTarget {
  readonly configuration: Configuration
  readonly good: typeof goods.$inferSelect
  readonly way: ChangeWay
  readonly left: number
  readonly capacity: number
  readonly prices: readonly GoodsPrice[]
}

/** Targets that a device can change to, with the prices for this buyer. */
export const findTargets = async (
  db: Db | Tx,
  { device, configuration: from }: OwnDevice,
  buyer: { readonly userId: number; readonly now: Date },
): Promise<readonly PricedTarget[]> => {
  if (!from) return []
  const rows = await listTargets(db, from, device.zoneId)
  if (rows.length === 0) return []
  const configIds = rows.map(({ configuration }) => configuration.id)
  const prices = await listPrices(db, buyer, { configIds, minimumHours: CHANGE_MINIMUM_HOURS })
  return rows.map(({ configuration, good, stock }) => ({
    configuration,
    good,
    way: wayTo(from, configuration),
    left: stock ? stock.capacity - stock.reserved - stock.rented : 0,
    capacity: stock?.capacity ?? 0,
    prices: prices.filter((price) => price.configId === configuration.id),
  }))
}

export const toTarget = (
  signedTokens: SignedTokens,
  { configuration, good, left, capacity, prices }: PricedTarget,
  quoted: Omit<SignedQuote, 'id'>,
): ChangeTarget => ({
  goodId: good.id,
  goodsName: good.name,
  goodsLevel: good.goodsLevel as GoodsLevel,
  configuration: toConfiguration(configuration),
  inventoryStatus: inventoryStatusOf(left, capacity),
  offers: prices.map((price) => toOffer(signedTokens, price, quoted)),
})
