import { expect, it } from 'vitest'
import { idCardFault } from './id-card-check.ts'

const card = { idCard: '11010519491231002X', gender: 2, birthday: '1949-12-31' } as const

it('finds nothing wrong with a card whose parts agree, X in either case', () => {
  expect(idCardFault(card)).toBeUndefined()
  expect(idCardFault({ ...card, idCard: '11010519491231002x' })).toBeUndefined()
})

it.each([
  [{ idCard: '110105194912310' }, '身份证号格式不正确'],
  [{ idCard: '110105194913310025' }, '身份证号格式不正确'],
  [{ idCard: '110105194912310021' }, '身份证号有误，请核对'],
  [{ birthday: '1949-12-30' }, '出生日期与身份证号不一致'],
  [{ gender: 1 as const }, '性别与身份证号不一致'],
])('%j: %s', (part, fault) => expect(idCardFault({ ...card, ...part })).toBe(fault))
