import { isCalendarDay } from './calendar.ts'

/** As identity-card recognition answers it (section 3). */
export const Gender = { male: 1, female: 2 } as const
export type Gender = (typeof Gender)[keyof typeof Gender]

/** Six digits of region, the day of birth, three of sequence; the newer form adds a check character. */
const LONG = /^\d{6}((?:18|19|20)\d{2})(\d{2})(\d{2})\d{2}(\d)[\dXx]$/
/** The older form writes the year with two digits, always of the last century, and has no check character. */
const SHORT = /^\d{6}(\d{2})(\d{2})(\d{2})\d{2}(\d)$/

interface IdCard {
  readonly year: string
  readonly month: string
  readonly day: string
  /** Odd for men. */
  readonly sexDigit: string
}

const readIdCard = (text: string): IdCard | undefined => {
  const long = LONG.exec(text)
  const [, year = '', month = '', day = '', sexDigit = ''] = long ?? SHORT.exec(text) ?? []
  const fullYear = long ? year : `19${year}`
  return isCalendarDay(Number(fullYear), Number(month), Number(day))
    ? { year: fullYear, month, day, sexDigit }
    : undefined
}

export const ID_CARD_MESSAGE = '身份证号格式不正确'
export const ID_CARD_CHECK_DIGIT_MESSAGE = '身份证号有误，请核对'

/** 15 or 18 characters with a day of birth that exists. The check character is left to {@link hasIdCardCheckDigit}. */
export const isIdCard = (text: string): boolean => readIdCard(text) !== undefined

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/**
 * Real-name verification asks for more than {@link isIdCard}: the last of the 18 characters must follow from the others
 * (ISO 7064, MOD 11-2). The older form carries none, so nothing in it can be wrong.
 */
export const hasIdCardCheckDigit = (text: string): boolean => {
  if (!isIdCard(text)) return false
  if (text.length === 15) return true
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return CHECK_CHARACTERS[sum % 11] === text[17]?.toUpperCase()
}

/** `YYYY-MM-DD`, or nothing when the number is not one. */
export const idCardBirthday = (text: string): string | undefined => {
  const card = readIdCard(text)
  return card && `${card.year}-${card.month}-${card.day}`
}

export const idCardGender = (text: string): Gender | undefined => {
  const card = readIdCard(text)
  if (!card) return undefined
  return Number(card.sexDigit) % 2 === 1 ? Gender.male : Gender.female
}
