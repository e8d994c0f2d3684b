import { expect, it } from 'vitest'
import { DUPLICATE_WORK_TYPE_MESSAGE } from '../user/work-types.ts'
import { AMOUNT_MESSAGE } from './amount.ts'
import { CAR_PLATE_MESSAGE } from './car-plate.ts'
import { EMAIL_MESSAGE, LANDLINE_MESSAGE } from './contact.ts'
import { VERIFICATION_CODE_MESSAGE } from './digit-code.ts'
import { FILE_LIST_MESSAGE } from './file-list.ts'
import { ID_CARD_CHECK_DIGIT_MESSAGE, ID_CARD_MESSAGE } from './id-card.ts'
import { MOBILE_MESSAGE } from './mobile.ts'
import { PASSWORD_MESSAGE } from './password.ts'
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
