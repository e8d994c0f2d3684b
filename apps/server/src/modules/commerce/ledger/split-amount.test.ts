import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitAmount } from './split-amount.ts'

it('gives each its part, and the cents that are left to the first', () => {
  expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitAmount(90, [200, 100])).toEqual([60, 30])
  expect(splitAmount(1, [5, 5])).toEqual([1, 0])
})

it('loses and makes no cent', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), prices, (paid, each) => {
      const shares = splitAmount(paid, each)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(paid)
      expect(shares.every((share) => share >= 0)).toBe(true)
    }),
  )
})
