import { expect, test } from 'vitest'
import {
  birthdayText,
  checkPersonal,
  emptyPersonal,
  idCardCharacters,
  withIdCard,
  withRecognized,
} from './personal-fields.ts'

const picture = { pictureId: 'a'.repeat(32), shown: '' }
const right = {
  ...emptyPersonal,
  front: picture,
  back: picture,
  name: '李小云',
  idCard: '11010519491231002X',
  gender: 2,
  birthday: '1949-12-31',
} as const

test('a complete card has nothing to say; an empty one names every part', () => {
  expect(checkPersonal(right)).toEqual({})
  expect(Object.keys(checkPersonal(emptyPersonal))).toEqual(['front', 'back', 'name', 'idCard'])
})

test.each([
  [{ idCard: '110105194912310021' }, { idCard: '身份证号有误，请核对' }],
  [{ idCard: '123' }, { idCard: '身份证号格式不正确' }],
  [{ birthday: '1949-12-30' }, { birthday: '出生日期与身份证号不一致' }],
  [{ birthday: '' }, { birthday: '请输入出生日期' }],
  [{ gender: 1 as const }, { gender: '性别与身份证号不一致' }],
  [{ name: ' ' }, { name: '请输入姓名' }],
])('%o is answered by %o', (changed, errors) => {
  expect(checkPersonal({ ...right, ...changed })).toEqual(errors)
})

test.each([
  ['11010519491231002x', '11010519491231002X'],
  ['110105 19491231 002X ', '11010519491231002X'],
  ['11010519491231002X99', '11010519491231002X'],
])('%s is read as %s', (typed, read) => {
  expect(idCardCharacters(typed)).toBe(read)
})

test.each([
  ['1949', '1949'],
  ['19491', '1949-1'],
  ['19491231', '1949-12-31'],
  ['1949-12-31', '1949-12-31'],
  ['1949年12月31日', '1949-12-31'],
])('%s is the day %s', (typed, day) => {
  expect(birthdayText(typed)).toBe(day)
})

test('a whole number fills in birthday and sex; a part of one leaves them', () => {
  expect(withIdCard('11010519491231002x')).toEqual({ idCard: right.idCard, gender: 2, birthday: '1949-12-31' })
  expect(withIdCard('1101')).toEqual({ idCard: '1101' })
})

test('what was read off a card goes into the fields, in their form', () => {
  const card = {
    name: '李小云',
    idCard: '11010519491231002x',
    gender: 2,
    birthday: '1949-12-31',
    nation: '汉',
    detailAddress: '北京',
  } as const
  expect(withRecognized(card)).toEqual({ ...card, idCard: right.idCard })
})
