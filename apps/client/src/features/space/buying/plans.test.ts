import { expect, it } from 'vitest'
import { planOf, valuesOf } from './plans.ts'

const plans = [
  { id: 1, sizeGb: 10, months: 1, priceCents: 500 },
  { id: 2, sizeGb: 10, months: 12, priceCents: 5000 },
  { id: 3, sizeGb: 50, months: 1, priceCents: 2000 },
]

it('finds the plan of a size and its months', () => {
  expect(planOf(plans, {})?.id).toBe(1)
  expect(planOf(plans, { sizeGb: 10, months: 12 })?.id).toBe(2)
  expect(planOf(plans, { sizeGb: 50, months: 12 })?.id).toBe(3)
  expect(planOf([], {})).toBeUndefined()
})

it('lists each size and duration once', () => {
  expect(valuesOf(plans, 'sizeGb')).toEqual([10, 50])
  expect(valuesOf(plans, 'months')).toEqual([1, 12])
})
