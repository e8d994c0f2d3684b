import { EMPTY_TEXT, isShowable } from './empty.ts'

/** Metres below 1000, then kilometres with one decimal, rounded. Rounding comes first: 999.6 is 1.0 km, not 1000 m. */
export const formatDistance = (metres: number | null | undefined): string => {
  if (!isShowable(metres) || metres < 0) return EMPTY_TEXT
  const whole = Math.round(metres)
  if (whole < 1000) return `${whole} m`
  const tenths = Math.round(whole / 100)
  return `${Math.floor(tenths / 10)}.${tenths % 10} km`
}
