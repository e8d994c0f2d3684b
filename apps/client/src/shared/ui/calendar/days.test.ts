import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseDay, dateOf, dayName, monthsFrom } from './days.ts'

describe('three months', () => {
  test('from the middle of one over the end of a year', () => {
    const months = monthsFrom('2026-11-15', 3)
    expect(months.map(({ title }) => title)).toEqual(['2026 年 11 月', '2026 年 12 月', '2027 年 1 月'])
    expect(months.map(({ days }) => days.length)).toEqual([30, 31, 31])
    expect(months.map(({ days }) => days[0])).toEqual(['2026-11-01', '2026-12-01', '2027-01-01'])
    expect(months.map(({ leading }) => leading)).toEqual([0, 2, 5])
  })

  test.each([
    ['2026-02-10', 28],
    ['2028-02-10', 29],
    ['2100-02-10', 28],
  ])('the February of %s has %i days', (day, count) => {
    expect(monthsFrom(day, 1)[0]?.days).toHaveLength(count)
  })

  test('are whole and follow each other without a gap, wherever they begin', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        const today = date.toISOString().slice(0, 10)
        const days = monthsFrom(today, 3).flatMap((month) => month.days)
        expect(days).toContain(today)
        expect(dateOf(days[0] ?? '')).toBe(1)
        const gaps = days.slice(1).filter((next, at) => Date.parse(next) - Date.parse(days[at] ?? '') !== 86_400_000)
        expect(gaps).toEqual([])
      }),
    )
  })
})

test.each([
  ['2026-11-15', '11 月 15 日 星期日'],
  ['2026-11-16', '11 月 16 日 星期一'],
  ['2027-01-02', '1 月 2 日 星期六'],
])('%s is called %s', (day, name) => {
  expect(dayName(day)).toBe(name)
})

describe('choosing', () => {
  const anyDay = () => true

  test('one day takes the place of the other', () => {
    expect(chooseDay([], '2026-11-15')).toEqual(['2026-11-15'])
    expect(chooseDay(['2026-11-15'], '2026-11-20')).toEqual(['2026-11-20'])
  })

  test.each([
    ['begins', [], '2026-11-15', ['2026-11-15']],
    ['ends', ['2026-11-15'], '2026-11-20', ['2026-11-15', '2026-11-20']],
    ['may be one day long', ['2026-11-15'], '2026-11-15', ['2026-11-15', '2026-11-15']],
    ['begins anew before its beginning', ['2026-11-15'], '2026-11-14', ['2026-11-14']],
    ['begins anew after both ends', ['2026-11-15', '2026-11-20'], '2026-11-22', ['2026-11-22']],
    ['may reach into the next month', ['2026-11-28'], '2026-12-02', ['2026-11-28', '2026-12-02']],
  ])('a range %s', (_, chosen, day, after) => {
    expect(chooseDay(chosen, day, anyDay)).toEqual(after)
  })

  test('a range does not reach over a day that cannot be chosen', () => {
    expect(chooseDay(['2026-11-15'], '2026-11-20', (day) => day !== '2026-11-17')).toEqual(['2026-11-20'])
  })
})
