import { EMPTY_TEXT, isShowable } from './empty.ts'

/** The number before 折: a discount coupon of 85 per cent is `8.5`. */
export const zheOf = (parValue: number | null | undefined): string =>
  isShowable(parValue) ? String(parValue / 10) : EMPTY_TEXT

/** `8.5 折`. */
export const formatZhe = (parValue: number | null | undefined): string =>
  isShowable(parValue) ? `${zheOf(parValue)} 折` : EMPTY_TEXT
