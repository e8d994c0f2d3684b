import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logIdOf } from './log-id.ts'

test.each([
  [1_763_164_800_000, 42, 0.1234567, '1763164800000_0000000042_1234567'],
  [1_763_164_800_000, 42, 0, '1763164800000_0000000042_0000000'],
  [1_763_164_800_000, 42, 0.000_000_1, '1763164800000_0000000042_0000001'],
  [1_763_164_800_000, 9_999_999_999, 0.999_999_999, '1763164800000_9999999999_9999999'],
  [1_763_164_800_000, 12_345_678_901, 0.5, '1763164800000_12345678901_5000000'],
])('at %i, user %i, chance %d: %s', (atMs, userId, random, logId) => {
  expect(logIdOf(atMs, userId, random)).toBe(logId)
})

test('always has its three parts', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 9_999_999_999 }), random, (atMs, userId, chance) => {
      const [time, user = '', digits = ''] = logIdOf(atMs, userId, chance).split('_')
      expect([Number(time), Number(user)]).toEqual([atMs, userId])
      expect([user.length, digits.length]).toEqual([10, 7])
    }),
  )
})
