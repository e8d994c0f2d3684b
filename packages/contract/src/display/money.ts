import { cutDecimals, type DecimalStyle } from './decimals.ts'
import { EMPTY_TEXT } from './empty.ts'

type Cents = number | null | undefined

const YUAN_SCALE = 2

/** Part of a cent is cut off; beyond the safe integers there is no exact amount left to show. */
const wholeCents = (cents: Cents): number | undefined => {
  const whole = Math.trunc(cents ?? Number.NaN)
  return Number.isSafeInteger(whole) ? whole : undefined
}

/** Cents as yuan, `1,286.50`: two places, cut off and never rounded, without the currency sign. */
export const formatYuan = (cents: Cents, style: DecimalStyle = {}): string => {
  const whole = wholeCents(cents)
  return whole === undefined ? EMPTY_TEXT : cutDecimals(whole, YUAN_SCALE, style)
}

/** Each unit is ten thousand of the next; a yuan is a hundred cents. */
const largeUnits = [
  { unit: '亿', scale: YUAN_SCALE + 8 },
  { unit: '万', scale: YUAN_SCALE + 4 },
] as const
const YUAN = { unit: '元', scale: YUAN_SCALE } as const

export interface CurrencyAmount {
  readonly amount: string
  /** Empty when there is no amount. */
  readonly unit: '元' | '万' | '亿' | ''
}

/**
 * Cents in the largest unit that leaves at least 1: 元 below ten thousand, 万 below a hundred million, then 亿. Cut off, so
 * an amount never shows as one that it has not reached.
 */
export const currencyOf = (cents: Cents, style: DecimalStyle = {}): CurrencyAmount => {
  const whole = wholeCents(cents)
  if (whole === undefined) return { amount: EMPTY_TEXT, unit: '' }
  const { unit, scale } = largeUnits.find((large) => Math.abs(whole) >= 10 ** large.scale) ?? YUAN
  return { amount: cutDecimals(whole, scale, { dropsZeros: true, ...style }), unit }
}

/** `1.28 万`. */
export const formatCurrency = (cents: Cents, style: DecimalStyle = {}): string => {
  const { amount, unit } = currencyOf(cents, style)
  return unit ? `${amount} ${unit}` : amount
}
