import { describe, expect, it } from 'vitest'
import { chinaDay, chinaMonth, formatChinaTime } from './china-time.ts'

describe('a day in China', () => {
  it.each([
    ['2026-11-15T15:59:59.999Z', '2026-11-15'],
    ['2026-11-15T16:00:00.000Z', '2026-11-16'],
  ])('of %s is %s', (instant, day) => expect(chinaDay(new Date(instant))).toBe(day))
})

it('tells the time there', () =>
  expect(formatChinaTime(new Date('2026-11-15T16:05:09.999Z'))).toBe('2026-11-16 00:05:09'))

describe('a month in China', () => {
  it.each([
    ['2026-11', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    ['2026-12', '2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
    ['2024-02', '2024-01-31T16:00:00.000Z', '2024-02-29T16:00:00.000Z'],
  ])('%s goes from %s to %s', (month, from, to) =>
    expect(chinaMonth(month)).toEqual({ from: new Date(from), to: new Date(to) }),
  )
})
