import type { getOrderCoupons } from '@yunji/contract/coupon/calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { devices } from '../../../tables/devices.ts'
import { priceSpace } from '../../space/index.ts'
import { priceCodes } from '../activation/index.ts'
import { agreedTerms } from '../big-users/index.ts'
import { changeTerms } from '../changes/index.ts'
import {
  type OwnTerms,
  type PricedLine,
  plainLine,
  priceLines,
  renewalLines,
  renewalPrices,
  seckillTerms,
} from '../orders/index.ts'
import { priceBeans } from '../recharge/index.ts'

export type Asked = CallArguments<typeof getOrderCoupons>

/** What is about to be ordered, at the prices that its order would have. */
export const linesOf = async (tx: Tx, userId: number, asked: Asked, now: Date): Promise<readonly PricedLine[]> => {
  const { kind, items } = asked
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
      return renewedLines(tx, userId, asked, now)
    default:
      return priceLines(tx, { userId, items: unseen(items), ownTerms: await termsOf(tx, userId, asked, now) }, now)
  }
}

/** Nobody has to say what they saw to be told of coupons. */
const unseen = (items: Asked['items']) => items.map((item) => ({ ...item, goodPrice: 0 }))

/** Orders that have prices of their own say whose. */
const termsOf = async (tx: Tx, userId: number, asked: Asked, now: Date): Promise<OwnTerms | undefined> => {
  const { kind, items, activityId, linkCode } = asked
  switch (kind) {
    case 'seckill': {
      const [piece] = items
      if (activityId === undefined || !piece) throw new AppError('BAD_INPUT', { text: '请说明是哪一场秒杀' })
      return seckillTerms(tx, { activityId, productId: piece.id }, now)
    }
    case 'bigUser':
      if (linkCode === undefined) throw new AppError('BAD_INPUT', { text: '请说明是哪一份大客户清单' })
      return (await agreedTerms(tx, userId, linkCode, now)).ownTerms
    case 'change':
    case 'video':
    case 'toMonthly':
      return changeTerms
    default:
      return undefined
  }
}

const priceEach = async (
  tx: Tx,
  items: Asked['items'],
  price: (tx: Tx, id: number, quantity: number) => Promise<PricedLine>,
): Promise<PricedLine[]> => {
  const lines = []
  for (const { id, quantity } of items) lines.push(await price(tx, id, quantity))
  return lines
}

/** The product names the duration: each device takes that of its own configuration. */
const renewedLines = async (tx: Tx, userId: number, { items, deviceIds = [] }: Asked, now: Date) => {
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
