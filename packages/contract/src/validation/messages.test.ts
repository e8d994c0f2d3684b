import { expect, it } from 'vitest'
import { validationMessages } from './messages.ts'

it.each(Object.entries(validationMessages))('%s is said in Chinese, in one line', (_name, text) => {
  expect(text).toMatch(/^[^\n]*\p{Script=Han}[^\n]*$/u)
  expect(text.length).toBeLessThanOrEqual(24)
})

it('has the one text that the specification shows', () => {
  expect(validationMessages.duplicateWorkType).toBe('请勿重复添加')
})
