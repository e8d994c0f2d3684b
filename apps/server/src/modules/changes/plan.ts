import type { GoodsPrice } from '@yunji/contract/commodity/schema'
import type { Quote } from '@yunji/contract/order/quote'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { assertChangeable } from './allowed.ts'
import { creditMoment, quoteChange } from './quote.ts'
import { findOwn, type OwnDevice } from './store.ts'
import { type ChangeWay, findTargets } from './targets.ts'
import { remainingValueOf } from './value.ts'

export interface ChangeWish {
  readonly userId: number
  readonly deviceId: number
  /** The billable product that it is to go on with. */
  readonly id: number
  readonly quotedAt?: number | undefined
}

export interface ChangePlan {
  readonly own: OwnDevice
  readonly price: GoodsPrice
  /** What it is to become, in words. */
  readonly targetText: string
  /** The remaining value, and the moment that it is counted at. */
  readonly valueCents: number
  readonly quotedAt: Date
  readonly quote: Quote
}

/** What a change is and costs, where it is possible now. */
export const planChange = async (
  tx: Tx,
  { userId, deviceId, id, quotedAt: told }: ChangeWish,
  ways: readonly ChangeWay[],
  now: Date,
): Promise<ChangePlan> => {
  const own = await findOwn(tx, userId, deviceId)
  if (!own) throw new AppError('GET_DEVICE_FAILED')
  assertChangeable(own.device, now)
  const targets = await findTargets(tx, own, { userId, now })
  const target = targets.find(({ way, prices }) => ways.includes(way) && prices.some((price) => price.id === id))
  const price = target?.prices.find((each) => each.id === id)
  if (!target || !price) throw new AppError('GOODS_NOT_EXIST', { data: { id } })
  const quotedAt = creditMoment(told, now)
  const valueCents = await remainingValueOf(tx, deviceId, quotedAt)
  const { cpuCores, memoryGb } = target.configuration
  const targetText = `${target.good.name} · ${cpuCores} 核 ${memoryGb} GB`
  return { own, price, targetText, valueCents, quotedAt, quote: quoteChange(price, valueCents) }
}
