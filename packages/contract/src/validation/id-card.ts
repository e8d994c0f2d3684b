const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Whether the day is in the calendar; the month counts from 1. */
export const isCalendarDay = (year: number, month: number, day: number): boolean => {
  const days = DAYS[month - 1] ?? 0
  return day >= 1 && day <= (month === 2 && isLeapYear(year) ? days + 1 : days)
}

/** As identity-card recognition answers it (section 3). */
export const Gender = { male: 1, female: 2 } as const
export type Gender = (typeof Gender)[keyof typeof Gender]

export const ID_CARD_MESSAGE = '身份证号格式不正确'
export const ID_CARD_CHECK_DIGIT_MESSAGE = '身份证号有误，请核对'

/** The older form is all digits; the newer one adds the century and a check character. */
const FORM = /^(?:\d{15}|\d{17}[\dXx])$/
const FIRST_YEAR = 1800
const LAST_YEAR = 2099
const SHORT_CHARACTERS = 15

interface IdCard {
  /** Six digits of region, eight of birthday, three of sequence: what both forms tell. */
  readonly digits: string
  /** None in the older form. */
  readonly check: string
}

const readIdCard = (text: string): IdCard | undefined => {
  if (!FORM.test(text)) return undefined
  const isShort = text.length === SHORT_CHARACTERS
  const digits = isShort ? `${text.slice(0, 6)}19${text.slice(6)}` : text.slice(0, 17)
  const year = Number(digits.slice(6, 10))
  const isBorn =
    year >= FIRST_YEAR &&
    year <= LAST_YEAR &&
    isCalendarDay(year, Number(digits.slice(10, 12)), Number(digits.slice(12, 14)))
  return isBorn ? { digits, check: isShort ? '' : text.slice(17).toUpperCase() } : undefined
}

/** 15 or 18 characters with a day of birth that exists. The check character is left to {@link hasIdCardCheckDigit}. */
export const isIdCard = (text: string): boolean => readIdCard(text) !== undefined

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/**
 * Real-name verification asks for more than {@link isIdCard}: the last of the 18 characters must follow from the others
 * (ISO 7064, MOD 11-2). The older form carries none, so nothing in it can be wrong.
 */
export const hasIdCardCheckDigit = (text: string): boolean => {
  const card = readIdCard(text)
  if (!card) return false
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(card.digits[at]), 0)
  return card.check === '' || card.check === CHECK_CHARACTERS[sum % 11]
}

/** `YYYY-MM-DD`, or nothing when the number is not one. */
export const idCardBirthday = (text: string): string | undefined =>
  readIdCard(text)?.digits.replace(/^.{6}(....)(..)(..).*$/, '$1-$2-$3')

/** The last digit of the sequence is odd for men. */
export const idCardGender = (text: string): Gender | undefined => {
  const card = readIdCard(text)
  if (!card) return undefined
  return Number(card.digits.slice(-1)) % 2 === 1 ? Gender.male : Gender.female
}
