import type { getOrderCoupons } from '@yunji/contract/coupon/calls'
import type { CallArguments } from '@yunji/contract/wire/call'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { devices } from '../../tables/devices.ts'
import { priceCodes } from '../activation/index.ts'
import { type PricedLine, plainLine, priceLines, renewalLines, renewalPrices } from '../orders/index.ts'
import { priceBeans } from '../recharge/index.ts'
import { priceSpace } from '../space/index.ts'

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
      return priceLines(tx, { userId, items: items.map((item) => ({ ...item, goodPrice: 0 })) }, now)
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
