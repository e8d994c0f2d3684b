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
