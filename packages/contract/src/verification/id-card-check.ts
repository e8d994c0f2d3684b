import {
  type Gender,
  hasIdCardCheckDigit,
  ID_CARD_CHECK_DIGIT_MESSAGE,
  ID_CARD_MESSAGE,
  idCardBirthday,
  idCardGender,
  isIdCard,
} from '../validation/id-card.ts'

interface IdCardClaim {
  readonly idCard: string
  readonly gender: Gender
  /** `YYYY-MM-DD`. */
  readonly birthday: string
}

/** What is wrong with a card as it was read or typed; nothing when number, birthday and sex agree. */
export const idCardFault = ({ idCard, gender, birthday }: IdCardClaim): string | undefined => {
  if (!isIdCard(idCard)) return ID_CARD_MESSAGE
  if (!hasIdCardCheckDigit(idCard)) return ID_CARD_CHECK_DIGIT_MESSAGE
  if (idCardBirthday(idCard) !== birthday) return '出生日期与身份证号不一致'
  return idCardGender(idCard) === gender ? undefined : '性别与身份证号不一致'
}
