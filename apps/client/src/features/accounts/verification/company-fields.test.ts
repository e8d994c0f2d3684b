import { expect, test } from 'vitest'
import { checkCompany, creditCodeCharacters, emptyCompany } from './company-fields.ts'

const right = {
  licence: { pictureId: 'a'.repeat(32), shown: '' },
  companyName: '云机科技',
  creditCode: '91350100M000100Y43',
  legalPerson: '李小云',
}

test('a complete company has nothing to say; an empty one names every part', () => {
  expect(checkCompany(right)).toEqual({})
  expect(Object.keys(checkCompany(emptyCompany))).toEqual(['licence', 'companyName', 'creditCode', 'legalPerson'])
})

test('a credit code whose check character is wrong is said', () => {
  expect(checkCompany({ ...right, creditCode: '91350100M000100Y44' })).toEqual({
    creditCode: '统一社会信用代码有误，请核对',
  })
})

test('a credit code is read however it is typed', () => {
  expect(creditCodeCharacters(' 91350100m000100y43-9')).toBe('91350100M000100Y43')
})
