import type { ToMonthlyDevice } from '@yunji/contract/commerce/change/schema'
import { expect, test } from 'vitest'
import { hourlyCents, savedPercent, toggled } from './monthly-terms.ts'

const devices = [
  { deviceId: 1, id: 10 },
  { deviceId: 2, id: 10 },
  { deviceId: 3, id: 20 },
] as ToMonthlyDevice[]

test('devices of one product go together, and one of another begins anew', () => {
  expect(toggled(devices, [1], { deviceId: 2, id: 10 })).toEqual([1, 2])
  expect(toggled(devices, [1, 2], { deviceId: 1, id: 10 })).toEqual([2])
  expect(toggled(devices, [1, 2], { deviceId: 3, id: 20 })).toEqual([3])
})

test.each([
  [10, 720, 5900, 18],
  [10, 720, 7200, 0],
  [10, 720, 9000, 0],
])('%i an hour for %i hours against %i', (hourCents, goodTime, goodPrice, percent) => {
  expect(savedPercent({ hourCents, goodTime, goodPrice })).toBe(percent)
  expect(hourlyCents({ hourCents, goodTime })).toBe(7200)
})
