import {
  type Gender,
  hasIdCardCheckDigit,
  ID_CARD_CHECK_DIGIT_MESSAGE,
  ID_CARD_MESSAGE,
  idCardBirthday,
  idCardGender,
  isIdCard,
} from '../../validation/id-card.ts'

export const CREDIT_CODE_MESSAGE = '统一社会信用代码有误，请核对'

/** GB 32100: digits and letters without I, O, S, V and Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const MODULUS = 31

/** 18 characters, the last of which follows from the others. */
export const isCreditCode = (text: string): boolean => {
  const values = text.split('').map((character) => CHARACTERS.indexOf(character))
  if (values.length !== WEIGHTS.length + 1 || values.includes(-1)) return false
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (values[at] ?? 0), 0)
  return values[WEIGHTS.length] === (MODULUS - (sum % MODULUS)) % MODULUS
}

interface IdCardClaim {
  readonly idCard: string
  readonly gender: Gender
  /** `YYYY-MM-DD`. */
  readonly birthday: string
}

/** Error text of a card; undefined when number, birthday and gender agree. */
export const idCardFault = ({ idCard, gender, birthday }: IdCardClaim): string | undefined => {
  if (!isIdCard(idCard)) return ID_CARD_MESSAGE
  if (!hasIdCardCheckDigit(idCard)) return ID_CARD_CHECK_DIGIT_MESSAGE
  if (idCardBirthday(idCard) !== birthday) return '出生日期与身份证号不一致'
  return idCardGender(idCard) === gender ? undefined : '性别与身份证号不一致'
}
