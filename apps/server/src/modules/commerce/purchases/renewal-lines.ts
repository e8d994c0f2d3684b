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
type Renewable = Pick<DeviceRow, 'id' | 'name' | 'configId' | 'isMetered' | 'isTrial' | 'state'>

/** The product of a device for a duration. */
export interface RenewalPart {
  readonly deviceId: number
  readonly goods: GoodsPrice
}

/** Prices of all durations of the devices' configurations, for their owner. */
export const renewalPrices = async (
  db: Db | Tx,
  userId: number,
  of: readonly Pick<DeviceRow, 'configId'>[],
  now: Date,
): Promise<GoodsPrice[]> => {
  const configIds = [...new Set(of.flatMap(({ configId }) => configId ?? []))]
  return listPrices(db, { userId, now }, { configIds, isRenewal: true })
}

export const renewRefusalOf = (
  { isMetered, isTrial, state, configId }: Renewable,
  prices: readonly GoodsPrice[],
): RenewRefusal | null => {
  if (isMetered) return 'metered'
  if (isTrial) return 'trial'
  if (state === 'creating') return 'creating'
  // A change carries the value that it began with: time bought now would be lost.
  if (state === 'changingConfiguration') return 'changing'
  return prices.some((price) => price.configId === configId) ? null : 'notSold'
}

export const assertRenewable = (of: readonly Renewable[], prices: readonly GoodsPrice[]): void => {
  for (const device of of) {
    const refusal = renewRefusalOf(device, prices)
    if (refusal) throw new AppError('SHOW_ERROR_TIP', { text: `${device.name}：${renewRefusalTexts[refusal]}` })
  }
}

/** Order lines for one duration, priced by quantity; nothing when a device has no product of that duration. */
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
