import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskIdCard, maskPhone } from './masking.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))

describe('phone number', () => {
  test('hides the middle four digits', () => {
    expect(maskPhone('13800138000')).toBe('138****8000')
  })

  test('leaves what is too short for a mobile number alone', () => {
    expect(maskPhone('')).toBe('')
    expect(maskPhone('10086')).toBe('10086')
    expect(maskPhone('0571878812')).toBe('0571878812')
  })

  test('shows the first three and the characters from 7 to 11 of whatever is longer', () => {
    expect(maskPhone('0123456789abc')).toBe('012****789a')
  })

  test('two numbers that differ in the middle look alike', () => {
    fc.assert(
      fc.property(digits(3), digits(4), digits(4), digits(4), (head, one, other, tail) => {
        expect(maskPhone(head + one + tail)).toBe(maskPhone(head + other + tail))
        expect(maskPhone(head + one + tail)).toHaveLength(11)
      }),
    )
  })
})

describe('identity card', () => {
  test.each([
    ['11010519491231002X', '11010********1002X'],
    ['110105491231002', '11010*****31002'],
    ['12345678901', '12345*78901'],
    ['1234567890', '**********'],
    ['1234', '****'],
    ['', ''],
  ])('%s shows as %s', (idCard, shown) => expect(maskIdCard(idCard)).toBe(shown))

  test('keeps its length and tells nothing between the ends', () => {
    fc.assert(
      fc.property(digits(5), digits(8), digits(8), digits(5), (head, one, other, tail) => {
        expect(maskIdCard(head + one + tail)).toBe(maskIdCard(head + other + tail))
        expect(maskIdCard(head + one + tail)).toHaveLength(18)
      }),
    )
  })
})
