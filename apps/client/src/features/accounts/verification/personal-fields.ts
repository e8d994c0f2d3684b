import { idCardFault } from '@yunji/contract/accounts/verification/rules'
import type { RecognizedIdCard } from '@yunji/contract/accounts/verification/schema'
import { Gender, idCardBirthday, idCardGender } from '@yunji/contract/validation/id-card'
import type { FieldErrors } from '../../../shared/ui/form/form-state.ts'

/** Uploaded side of a card: the server's id, and the local picture. */
export interface SentPicture {
  readonly pictureId: string
  readonly shown: string
}

export interface PersonalFields {
  readonly front: SentPicture | null
  readonly back: SentPicture | null
  readonly name: string
  readonly idCard: string
  readonly gender: Gender | 0
  readonly birthday: string
  readonly nation: string
  readonly detailAddress: string
}

export const emptyPersonal: PersonalFields = {
  front: null,
  back: null,
  name: '',
  idCard: '',
  gender: 0,
  birthday: '',
  nation: '',
  detailAddress: '',
}

export const idCardCharacters = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\dX]/g, '')
    .slice(0, 18)

/** `19491231` and `1949-12-31` as the latter, also while only a part of it is typed. */
export const birthdayText = (text: string): string => {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter(Boolean).join('-')
}

/** Fills birthday and gender from a complete id number. */
export const withIdCard = (text: string): Partial<PersonalFields> => {
  const idCard = idCardCharacters(text)
  const birthday = idCardBirthday(idCard)
  const gender = idCardGender(idCard)
  return { idCard, ...(birthday && gender && { birthday, gender }) }
}

export const withRecognized = ({ gender, ...card }: RecognizedIdCard): Partial<PersonalFields> => ({
  ...card,
  idCard: idCardCharacters(card.idCard),
  birthday: birthdayText(card.birthday),
  gender,
})

/** A fault of the number is said under it; one between the number and another part, under that part. */
const cardFault = ({ idCard, gender, birthday }: PersonalFields): FieldErrors<PersonalFields> => {
  if (!idCard) return { idCard: '请输入身份证号' }
  const alone = idCardFault({
    idCard,
    gender: idCardGender(idCard) ?? Gender.male,
    birthday: idCardBirthday(idCard) ?? '',
  })
  if (alone) return { idCard: alone }
  return {
    ...(birthday !== idCardBirthday(idCard) && { birthday: birthday ? '出生日期与身份证号不一致' : '请输入出生日期' }),
    ...(gender !== idCardGender(idCard) && { gender: gender ? '性别与身份证号不一致' : '请选择性别' }),
  }
}

export const checkPersonal = (fields: PersonalFields): FieldErrors<PersonalFields> => ({
  ...(!fields.front && { front: '请上传身份证人像面' }),
  ...(!fields.back && { back: '请上传身份证国徽面' }),
  ...(!fields.name.trim() && { name: '请输入姓名' }),
  ...cardFault(fields),
})
