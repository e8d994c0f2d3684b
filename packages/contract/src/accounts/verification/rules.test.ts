import { expect, it } from 'vitest'
import { idCardFault, isCreditCode } from './rules.ts'

it.each([
  ['91350100M000100Y43', true],
  ['91350100M000100Y44', false],
  ['91350100M000100X43', false],
  ['91350100m000100y43', false],
  ['91350100M000100Y4', false],
  ['91350100M000100Y433', false],
  ['9135010OM000100Y43', false],
  ['', false],
])('%s is a credit code: %s', (text, expected) => expect(isCreditCode(text)).toBe(expected))

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
