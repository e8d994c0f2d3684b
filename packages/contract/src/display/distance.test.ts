import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDistance } from './distance.ts'

const nothing = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, -1]

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
