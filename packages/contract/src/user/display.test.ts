import { expect, test } from 'vitest'
import { maskPhone } from './display.ts'

test('hides the middle four digits', () => {
  expect(maskPhone('13800138000')).toBe('138****8000')
})

test('leaves what is not a phone number alone', () => {
  expect(maskPhone('')).toBe('')
  expect(maskPhone('10086')).toBe('10086')
})
