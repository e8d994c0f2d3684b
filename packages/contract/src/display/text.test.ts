import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDistance, formatFileSize, groupBankCard, isShowable, maskIdCard, maskPhone } from './text.ts'

test.each([0, -1, 0.5, Number.MAX_SAFE_INTEGER])('%d can be shown', (value) => expect(isShowable(value)).toBe(true))

test.each([undefined, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '%s cannot be shown',
  (value) => expect(isShowable(value)).toBe(false),
)

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

test.each([
  ['6222021234567890123', '6222 0212 3456 7890 123'],
  ['6222021234567890', '6222 0212 3456 7890'],
  ['62220', '6222 0'],
  ['6222', '6222'],
  ['62', '62'],
  ['', ''],
  [' 6222 0 2123 4', '6222 0212 34'],
])('%j in fours is %j', (cardNumber, shown) => expect(groupBankCard(cardNumber)).toBe(shown))

test('changes nothing but spaces, and a second time nothing at all', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d ]{0,30}$/), (cardNumber) => {
      const shown = groupBankCard(cardNumber)
      expect(shown.replaceAll(' ', '')).toBe(cardNumber.replaceAll(' ', ''))
      expect(groupBankCard(shown)).toBe(shown)
      expect(shown).toMatch(/^(\d{4} )*\d{0,4}$/)
    }),
  )
})

const nothing = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1]
const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

test.each([
  [0, '0.00 B'],
  [1, '1.00 B'],
  [1023, '1023.00 B'],
  [KB, '1.00 KB'],
  [KB + 5, '1.00 KB'],
  [KB + 6, '1.01 KB'],
  [1.5 * KB, '1.50 KB'],
  [MB - 6, '1023.99 KB'],
  [MB - 5, '1.00 MB'],
  [MB - 1, '1.00 MB'],
  [MB, '1.00 MB'],
  [GB - 1, '1.00 GB'],
  [GB, '1.00 GB'],
  [64 * GB, '64.00 GB'],
  [5000 * GB, '5000.00 GB'],
])('%d bytes: %s', (bytes, shown) => expect(formatFileSize(bytes)).toBe(shown))

test.each(nothing)('%s is unknown', (bytes) => expect(formatFileSize(bytes)).toBe('--'))

test('is rounded by half a hundredth at most, and stays below 1024 of a unit that has a next', () => {
  const unitBytes: Record<string, number> = { B: 1, KB, MB, GB }
  fc.assert(
    fc.property(fc.nat(4 * GB), (bytes) => {
      const [number = '', unit = ''] = formatFileSize(bytes).split(' ')
      const one = unitBytes[unit] ?? Number.NaN
      expect(number).toMatch(/^\d+\.\d{2}$/)
      expect(Math.abs(Number(number) * one - bytes)).toBeLessThanOrEqual(one * 0.005 + 1e-6)
      expect(unit === 'GB' || Number(number) < 1024).toBe(true)
    }),
  )
})

test.each([
  [0, '0 m'],
  [0.4, '0 m'],
  [999, '999 m'],
  [999.4, '999 m'],
  [999.5, '1.0 km'],
  [1000, '1.0 km'],
  [1049, '1.0 km'],
  [1050, '1.1 km'],
  [1149, '1.1 km'],
  [1150, '1.2 km'],
  [9950, '10.0 km'],
  [1_234_567, '1234.6 km'],
])('%d metres: %s', (metres, shown) => expect(formatDistance(metres)).toBe(shown))

test.each(nothing)('%s is unknown', (metres) => expect(formatDistance(metres)).toBe('--'))

test('is at most 50 metres off from a kilometre on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 40_000_000 }), (metres) => {
      const shown = formatDistance(metres)
      expect(shown).toMatch(/^\d+\.\d km$/)
      expect(Math.abs(Number.parseFloat(shown) * 1000 - metres)).toBeLessThanOrEqual(50.001)
    }),
  )
})
