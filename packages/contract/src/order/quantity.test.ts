import { expect, it } from 'vitest'
import { isQuantityExceeded } from './quantity.ts'

it.each([
  [[50], undefined, false],
  [[51], undefined, true],
  [[25, 25], undefined, false],
  [[25, 26], undefined, true],
  [[], undefined, false],
  [[200], 200, false],
  [[201], 200, true],
  [[11], 10, true],
])('%j phones, limit %s: exceeded %s', (quantities, limit, exceeded) => {
  const lines = quantities.map((quantity) => ({ quantity }))
  expect(isQuantityExceeded(lines, limit)).toBe(exceeded)
})

it.each([-1, 0.5])('refuses a quantity of %d', (quantity) => {
  expect(() => isQuantityExceeded([{ quantity }])).toThrow(RangeError)
})
