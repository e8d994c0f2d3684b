import type { getOrderCoupons } from '@yunji/contract/commerce/coupon/calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { devices } from '../../../tables/devices.ts'
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
} from '../orders/index.ts'
import { priceBeans } from '../recharge/index.ts'

export type Selection = CallArguments<typeof getOrderCoupons>

/** What is about to be ordered, at the prices that its order would have. */
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

/** Nobody has to say what they saw to be told of coupons. */
const withoutExpectedPrice = (items: Selection['items']) => items.map((item) => ({ ...item, goodPrice: 0 }))

/** Orders that have prices of their own say whose. */
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

/** The product names the duration: each device takes that of its own configuration. */
const priceRenewal = async (tx: Tx, userId: number, { items, deviceIds = [] }: Selection, now: Date) => {
  const own = await tx
    .select()
    .from(devices)
    .where(and(inArray(devices.id, deviceIds), eq(devices.ownerId, userId)))
    .orderBy(asc(devices.id))
  const prices = await renewalPrices(tx, userId, own, now)
  const named = prices.find(({ id }) => id === items[0]?.id)
  const renewal = named && renewalLines(own, prices, named.goodTime)
  if (!renewal) throw new AppError('GOODS_NOT_EXIST')
  return renewal.lines
}
