import { expect, it } from 'vitest'
import { DUPLICATE_WORK_TYPE_MESSAGE } from '../accounts/profile/rules.ts'
import { CAR_PLATE_MESSAGE, EMAIL_MESSAGE, LANDLINE_MESSAGE } from './contact.ts'
import { MOBILE_MESSAGE, PASSWORD_MESSAGE, VERIFICATION_CODE_MESSAGE } from './credentials.ts'
import { ID_CARD_CHECK_DIGIT_MESSAGE, ID_CARD_MESSAGE } from './id-card.ts'
import { AMOUNT_MESSAGE, FILE_LIST_MESSAGE } from './input.ts'
import { URL_MESSAGE } from './url.ts'

const messages = [
  AMOUNT_MESSAGE,
  CAR_PLATE_MESSAGE,
  EMAIL_MESSAGE,
  FILE_LIST_MESSAGE,
  ID_CARD_CHECK_DIGIT_MESSAGE,
  ID_CARD_MESSAGE,
  LANDLINE_MESSAGE,
  MOBILE_MESSAGE,
  PASSWORD_MESSAGE,
  URL_MESSAGE,
  VERIFICATION_CODE_MESSAGE,
]

it.each(messages)('%s is Chinese, and fits below a field', (text) => {
  expect(text).toMatch(/^[^\n]*\p{Script=Han}[^\n]*$/u)
  expect(text.length).toBeLessThanOrEqual(24)
})

it('the specification shows one of the texts', () => {
  expect(DUPLICATE_WORK_TYPE_MESSAGE).toBe('请勿重复添加')
})
