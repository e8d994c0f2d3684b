import type { Quote } from '@yunji/contract/commerce/checkout/quote'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { Tx } from '../../../platform/database.ts'
import { assertButton } from '../../../platform/device-access.ts'
import { AppError } from '../../../platform/errors.ts'
import { assertChangeable } from './assert-changeable.ts'
import { quoteChange, readQuote, type SignedQuote } from './change-quote.ts'
import type { ChangeDeps } from './deps.ts'
import { buttonFor, type ChangeWay, findTargets } from './find-targets.ts'
import { hasValue, remainingValueOf } from './remaining-value.ts'
import { findOwnDevice, type OwnDevice } from './store.ts'

export interface ChangeSelection {
  readonly userId: number
  readonly deviceId: number
  /** The billable product of the target. */
  readonly id: number
  /** The signed quote, and the payable amount that the buyer saw. */
  readonly quote: string
  readonly totalCents: number
}

export interface ChangePlan {
  readonly own: OwnDevice
  readonly price: GoodsPrice
  /** Target for the order's title. */
  readonly targetText: string
  /** Remaining value at `quotedAt`. */
  readonly valueCents: number
  readonly quotedAt: Date
  readonly quote: Quote
}

/** The target, price and quote of a change; refused when it is not possible now or the quote does not hold any more. */
export const planChange = async (
  deps: Pick<ChangeDeps, 'signedTokens' | 'clock'>,
  tx: Tx,
  selection: ChangeSelection,
  ways: readonly ChangeWay[],
): Promise<ChangePlan> => {
  const { userId, deviceId, id } = selection
  const now = deps.clock.now()
  const own = await findOwnDevice(tx, userId, deviceId)
  if (!own) throw new AppError('GET_DEVICE_FAILED')
  assertChangeable(own.device, now)
  const targets = await findTargets(tx, own, { userId, now })
  const target = targets.find(({ way, prices }) => ways.includes(way) && prices.some((price) => price.id === id))
  const price = target?.prices.find((each) => each.id === id)
  if (!target || !price) throw new AppError('GOODS_NOT_EXIST', { data: { id } })
  assertButton(own.device, buttonFor[target.way])
  const signed = readQuote(deps.signedTokens, selection.quote, selection)
  if (!signed || !(await isQuoteCurrent(tx, own, signed))) {
    throw quoteRefusal(selection.totalCents, quoteChange(price, await remainingValueOf(tx, deviceId, now)).payableCents)
  }
  const { valueCents } = signed
  const quotedAt = new Date(signed.quotedAt)
  const { cpuCores, memoryGb } = target.configuration
  const targetText = `${target.good.name} · ${cpuCores} 核 ${memoryGb} GB`
  return { own, price, targetText, valueCents, quotedAt, quote: quoteChange(price, valueCents) }
}

/** Every purchase for a device and every change of it moves its end or its value. */
const isQuoteCurrent = async (tx: Tx, { device }: OwnDevice, { endsAt, quotedAt, valueCents }: SignedQuote) =>
  device.expiresAt.getTime() === endsAt && hasValue(tx, device.id, new Date(quotedAt), valueCents)

/** Forged, expired and outdated quotes are refused alike: the page reads a new one. */
const quoteRefusal = (sentCents: number, currentCents: number): AppError =>
  new AppError('PRICE_INCONSISTENT', {
    text: '报价已失效，请按最新报价确认',
    data: { sentCents, currentCents, differenceCents: currentCents - sentCents },
  })
