import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import { chargedLines } from '@yunji/contract/commerce/commodity/terms'
import { renewRefusalTexts } from '@yunji/contract/commerce/renewal/rules'
import type { RenewRefusal } from '@yunji/contract/commerce/renewal/schema'
import type { Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { devices } from '../../../tables/devices.ts'
import { listPrices } from '../catalogue/index.ts'
import type { PricedLine } from './price-lines.ts'

type DeviceRow = typeof devices.$inferSelect
type Renewable = Pick<DeviceRow, 'id' | 'name' | 'configId' | 'isMetered' | 'state'>

/** What each device takes for a duration. */
export interface RenewalPart {
  readonly deviceId: number
  readonly goods: GoodsPrice
}

/** Every duration that devices can be renewed for, by their own configurations, at their owner's prices. */
export const renewalPrices = async (
  db: Db | Tx,
  userId: number,
  of: readonly Pick<DeviceRow, 'configId'>[],
  now: Date,
): Promise<GoodsPrice[]> => {
  const configIds = [...new Set(of.flatMap(({ configId }) => configId ?? []))]
  return listPrices(db, { userId, now }, { configIds })
}

export const renewRefusalOf = (
  { isMetered, state, configId }: Renewable,
  prices: readonly GoodsPrice[],
): RenewRefusal | null => {
  if (isMetered) return 'metered'
  if (state === 'creating') return 'creating'
  // Its value is being carried into another product: time bought now would be lost in it.
  if (state === 'changingConfiguration') return 'changing'
  return prices.some((price) => price.configId === configId) ? null : 'notSold'
}

export const assertRenewable = (of: readonly Renewable[], prices: readonly GoodsPrice[]): void => {
  for (const device of of) {
    const refusal = renewRefusalOf(device, prices)
    if (refusal) throw new AppError('SHOW_ERROR_TIP', { text: `${device.name}：${renewRefusalTexts[refusal]}` })
  }
}

/** The products of one duration, each on the terms of how many devices take it; nothing where one of them has none. */
export const renewalLines = (
  of: readonly Renewable[],
  prices: readonly GoodsPrice[],
  goodTime: number,
): { readonly lines: readonly PricedLine[]; readonly parts: readonly RenewalPart[] } | undefined => {
  const offered = of.map(({ configId }) =>
    prices.find((price) => price.configId === configId && price.goodTime === goodTime),
  )
  if (!offered.every((goods) => goods !== undefined)) return undefined
  const counted = [...Map.groupBy(offered, ({ id }) => id).values()].flatMap((same) =>
    same.slice(0, 1).map((goods) => ({ goods, quantity: same.length })),
  )
  const lines = chargedLines(counted) as readonly PricedLine[]
  const byId = new Map(lines.map(({ goods }) => [goods.id, goods]))
  const parts = of.map(({ id: deviceId }, index) => {
    const goods = byId.get(offered[index]?.id ?? 0)
    if (!goods) throw new Error(`device ${deviceId} has no line`)
    return { deviceId, goods }
  })
  return { lines, parts }
}
