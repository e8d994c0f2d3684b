import { expect, it } from 'vitest'
import { zoneChangeCostBeans } from './zone-change.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = 1000 * DAY

it.each([
  ['never before', null, 0],
  ['a moment ago', NOW - 1, 100],
  ['now', NOW, 100],
  ['just under 30 days ago', NOW - 30 * DAY + 1, 100],
  ['30 days ago', NOW - 30 * DAY, 0],
  ['long ago', NOW - 31 * DAY, 0],
])('changed free of charge %s', (_name, lastFreeChangeAt, beans) => {
  expect(zoneChangeCostBeans(lastFreeChangeAt, NOW)).toBe(beans)
})

it('never before is free on the first day of time too', () => {
  expect(zoneChangeCostBeans(null, DAY)).toBe(0)
})
