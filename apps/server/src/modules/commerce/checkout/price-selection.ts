import type { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { priceSpace } from '../../space/index.ts'
import { priceCodes } from '../activation/index.ts'
import { getNegotiatedPrices } from '../big-users/index.ts'
import { changePrice } from '../changes/index.ts'
import {
  type PricedLine,
  type PriceOverride,
  plainLine,
  priceLines,
  renewalLines,
  renewalPrices,
  seckillPrice,
} from '../purchases/index.ts'
import { priceBeans } from '../recharge/index.ts'
import { listOwnDevices } from './store.ts'

export type Selection = CallArguments<typeof getOrderCoupons>

/** The lines of the selection, at the prices that an order of it would have. */
export const priceSelection = async (
  tx: Tx,
  userId: number,
  selection: Selection,
  now: Date,
): Promise<readonly PricedLine[]> => {
  const { kind, items } = selection
  switch (kind) {
    case 'beans':
      return priceEach(tx, items, priceBeans)
    case 'space':
      return priceEach(tx, items, priceSpace)
    case 'codes':
      return priceEach(tx, items, priceCodes)
    case 'balance':
      return items.map(({ id, quantity }) => plainLine(id, 1, quantity))
    case 'renew':
      return priceRenewal(tx, userId, selection, now)
    default:
      return priceLines(
        tx,
        {
          userId,
          items: withoutExpectedPrice(items),
          priceOverride: await priceOverrideFor(tx, userId, selection, now),
        },
        now,
      )
  }
}

/** The prices that the buyer saw are compared only when the order is created. */
const withoutExpectedPrice = (items: Selection['items']) => items.map((item) => ({ ...item, goodPrice: 0 }))

const priceOverrideFor = async (
  tx: Tx,
  userId: number,
  selection: Selection,
  now: Date,
): Promise<PriceOverride | undefined> => {
  const { kind, items, activityId, linkCode } = selection
  switch (kind) {
    case 'seckill': {
      const [item] = items
      if (activityId === undefined || !item) throw new AppError('BAD_INPUT', { text: '请说明是哪一场秒杀' })
      return seckillPrice(tx, { activityId, productId: item.id }, now)
    }
    case 'bigUser':
      if (linkCode === undefined) throw new AppError('BAD_INPUT', { text: '请说明是哪一份大客户清单' })
      return (await getNegotiatedPrices(tx, userId, linkCode, now)).priceOverride
    case 'change':
    case 'video':
    case 'toMonthly':
      return changePrice
    default:
      return undefined
  }
}

const priceEach = async (
  tx: Tx,
  items: Selection['items'],
  price: (tx: Tx, id: number, quantity: number) => Promise<PricedLine>,
): Promise<PricedLine[]> => {
  const lines = []
  for (const { id, quantity } of items) lines.push(await price(tx, id, quantity))
  return lines
}

/** The selected product sets the duration: each device takes the product of its own configuration. */
const priceRenewal = async (tx: Tx, userId: number, { items, deviceIds = [] }: Selection, now: Date) => {
  const own = await listOwnDevices(tx, userId, deviceIds)
  const prices = await renewalPrices(tx, userId, own, now)
  const named = prices.find(({ id }) => id === items[0]?.id)
  const renewal = named && renewalLines(own, prices, named.goodTime)
  if (!renewal) throw new AppError('GOODS_NOT_EXIST')
  return renewal.lines
}
