import { VERIFICATION_CODE_CHARACTERS } from '@yunji/contract/validation/credentials'

const WHOLE_CODE = new RegExp(`(?:^|\\D)(\\d{${VERIFICATION_CODE_CHARACTERS}})(?!\\d)`)

/** Digits as some keyboards and messages write them. */
const FULL_WIDTH_DIGITS = /[０-９]/g
const FULL_WIDTH_OFFSET = '０'.charCodeAt(0) - '0'.charCodeAt(0)

const plainDigits = (text: string): string =>
  text.replace(FULL_WIDTH_DIGITS, (digit) => String.fromCharCode(digit.charCodeAt(0) - FULL_WIDTH_OFFSET))

/** The code in a typed or pasted text, which may be a whole message with other numbers. */
export const codeDigits = (text: string): string => {
  const plain = plainDigits(text)
  return WHOLE_CODE.exec(plain)?.[1] ?? plain.replace(/\D/g, '').slice(0, VERIFICATION_CODE_CHARACTERS)
}

export const isWholeCode = (digits: string): boolean => digits.length === VERIFICATION_CODE_CHARACTERS
