/** Placeholder for an empty value (section 9). */
export const EMPTY_TEXT = '--'

/** A number that can be shown. 0 is one: it is a real price, distance and size. */
export const isShowable = (value: number | null | undefined): value is number => Number.isFinite(value)

/** `10,000`. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

const PHONE_LENGTH = 11
const ID_SHOWN_EACH_END = 5

/** The middle four digits are hidden: the first three and the characters from 7 to 11 show. */
export const maskPhone = (phone: string): string =>
  phone.length < PHONE_LENGTH ? phone : `${phone.slice(0, 3)}****${phone.slice(7, PHONE_LENGTH)}`

/** Five characters show at each end; shorter numbers are hidden completely. */
export const maskIdCard = (idCard: string): string => {
  const hidden = idCard.length - 2 * ID_SHOWN_EACH_END
  if (hidden <= 0) return '*'.repeat(idCard.length)
  return idCard.slice(0, ID_SHOWN_EACH_END) + '*'.repeat(hidden) + idCard.slice(-ID_SHOWN_EACH_END)
}

/** `6222 0212 3456 7890 123`: groups of four; spaces of the input are dropped. */
export const groupBankCard = (cardNumber: string): string => cardNumber.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ')

const units = ['B', 'KB', 'MB', 'GB'] as const
const STEP = 1024

/** 1024-based with two decimals, rounded. A value that rounds up to 1024 shows as 1.00 of the next unit. */
export const formatFileSize = (bytes: number | null | undefined): string => {
  if (!isShowable(bytes) || bytes < 0) return EMPTY_TEXT
  const hundredthsIn = (power: number): number => Math.round((bytes / STEP ** power) * 100)
  const power = [1, 2, 3].filter((next) => hundredthsIn(next - 1) >= STEP * 100).length
  return `${(hundredthsIn(power) / 100).toFixed(2)} ${units[power]}`
}

/** Metres below 1000, then kilometres with one decimal, rounded. Rounding comes first: 999.6 is 1.0 km, not 1000 m. */
export const formatDistance = (metres: number | null | undefined): string => {
  if (!isShowable(metres) || metres < 0) return EMPTY_TEXT
  const whole = Math.round(metres)
  if (whole < 1000) return `${whole} m`
  const tenths = Math.round(whole / 100)
  return `${Math.floor(tenths / 10)}.${tenths % 10} km`
}
