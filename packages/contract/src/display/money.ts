import { EMPTY_TEXT, isShowable } from './text.ts'

export interface DecimalStyle {
  readonly places?: 0 | 1 | 2
  /** `12.50` becomes `12.5`, `12.00` becomes `12`. */
  readonly dropsZeros?: boolean
  /** `1286.50` becomes `1,286.50`. */
  readonly groupsThousands?: boolean
}

/**
 * A whole number of small units, written in a unit that is `10 ** scale` times as large, cut off after `places` and never
 * rounded. Works on digits: no division, so nothing that binary fractions could get wrong.
 */
export const cutDecimals = (
  smallUnits: number,
  scale: number,
  { places = 2, dropsZeros = false, groupsThousands = true }: DecimalStyle,
): string => {
  const digits = String(Math.abs(smallUnits)).padStart(scale + 1, '0')
  const whole = digits.slice(0, -scale)
  const kept = digits.slice(-scale).slice(0, places)
  const fraction = dropsZeros ? kept.replace(/0+$/, '') : kept
  const sign = smallUnits < 0 && /[1-9]/.test(whole + fraction) ? '-' : ''
  return `${sign}${groupsThousands ? grouped(whole) : whole}${fraction && `.${fraction}`}`
}

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')

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

/** Cloud beans as `1,280`: one bean is one cent, so there are no decimals. */
export const formatBeans = (cents: number | null | undefined): string =>
  Number.isSafeInteger(cents) ? String(cents).replace(/\B(?=(?:\d{3})+$)/g, ',') : EMPTY_TEXT

/** A payment in beans: `1,280 豆（¥12.80）`. */
export const formatBeansPayment = (cents: Cents): string => `${formatBeans(cents)} 豆（¥${formatYuan(cents)}）`

/** The number before 折: a discount coupon of 85 per cent is `8.5`. */
export const zheOf = (parValue: number | null | undefined): string =>
  isShowable(parValue) ? String(parValue / 10) : EMPTY_TEXT

/** `8.5 折`. */
export const formatZhe = (parValue: number | null | undefined): string =>
  isShowable(parValue) ? `${zheOf(parValue)} 折` : EMPTY_TEXT
