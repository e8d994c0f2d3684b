/** Both limits are those of mail itself (RFC 5321). */
const EMAIL_MAXIMUM_CHARACTERS = 254
const EMAIL_NAME_MAXIMUM_CHARACTERS = 64

const HOST_LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?'
const EMAIL = new RegExp(
  `^[\\w!#$%&'*+/=?^\`{|}~-]+(?:\\.[\\w!#$%&'*+/=?^\`{|}~-]+)*@(?:${HOST_LABEL}\\.)+[a-z]{2,63}$`,
  'i',
)

export const EMAIL_MESSAGE = '邮箱格式不正确'

export const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAXIMUM_CHARACTERS && text.indexOf('@') <= EMAIL_NAME_MAXIMUM_CHARACTERS && EMAIL.test(text)

/** A landline, with or without its area code (3 digits for the large cities, 4 elsewhere) and an extension. */
const LANDLINE = /^(?:0(?:10|2\d|[3-9]\d{2})-?)?[2-9]\d{6,7}(?:-\d{1,6})?$/

export const LANDLINE_MESSAGE = '座机号格式不正确'

export const isLandline = (text: string): boolean => LANDLINE.test(text)

const PROVINCE = '[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]'
/** I and O look like digits and are never given out. */
const LETTER = '[A-HJ-NP-Z]'
const CHARACTER = '[A-HJ-NP-Z\\d]'

/** Five characters, the last of which may name a special use. */
const ORDINARY = `${CHARACTER}{4}[A-HJ-NP-Z\\d挂学警港澳领]`
/** Six characters: small cars carry the letter of their drive first, large ones last (GA 36-2018). */
const NEW_ENERGY = `(?:[A-HJK]${CHARACTER}\\d{4}|\\d{5}[A-HJK])`

const CAR_PLATE = new RegExp(`^${PROVINCE}${LETTER}(?:${ORDINARY}|${NEW_ENERGY})$`)

export const CAR_PLATE_MESSAGE = '车牌号格式不正确'

/** An ordinary or a new-energy plate, letters in capitals. */
export const isCarPlate = (text: string): boolean => CAR_PLATE.test(text)
