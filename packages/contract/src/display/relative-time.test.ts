import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileTime, messageTime } from './relative-time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.UTC(2026, 10, 15, 12, 0)
const nothing = [undefined, null, 0, Number.NaN]
const ages = fc.integer({ min: 0, max: 3 * 365 * DAY })

const messageAged = (ageMs: number) => messageTime(now - ageMs, now, 0)
const fileAged = (ageMs: number) => fileTime(now - ageMs, now, 0)

/** What a text claims: at least this many, and not one more, of its unit. */
const claimOf = (text: string): [leastMs: number, mostMs: number] | undefined => {
  const [, count = '', unit = ''] = /^(\d+) (.+)前$/.exec(text) ?? []
  const unitMs = { 分钟: MINUTE, 小时: HOUR, 天: DAY, 周: 7 * DAY, 个月: 30 * DAY }[unit]
  return unitMs === undefined ? undefined : [Number(count) * unitMs, (Number(count) + 1) * unitMs]
}

describe('messages, transfers, tickets', () => {
  test.each([
    ['a day ahead', -DAY, '不久前'],
    ['a millisecond ahead', -1, '不久前'],
    ['now', 0, '刚刚'],
    ['just under a minute', MINUTE - 1, '刚刚'],
    ['a minute', MINUTE, '1 分钟前'],
    ['just under two minutes', 2 * MINUTE - 1, '1 分钟前'],
    ['just under an hour', HOUR - 1, '59 分钟前'],
    ['an hour', HOUR, '1 小时前'],
    ['just under a day', DAY - 1, '23 小时前'],
    ['a day', DAY, '1 天前'],
    ['just under seven days', 7 * DAY - 1, '6 天前'],
    ['seven days', 7 * DAY, '1 周前'],
    ['thirteen days', 13 * DAY, '1 周前'],
    ['fourteen days', 14 * DAY, '2 周前'],
    ['twenty-nine days', 29 * DAY, '4 周前'],
    ['just under thirty days', 30 * DAY - 1, '4 周前'],
    ['thirty days', 30 * DAY, '1 个月前'],
    ['sixty days', 60 * DAY, '2 个月前'],
    ['just under twelve months', 360 * DAY - 1, '11 个月前'],
    ['twelve months', 360 * DAY, '12 个月前'],
    ['the last of the twelfth month', 390 * DAY - 1, '12 个月前'],
    ['over twelve months', 390 * DAY, '2025-10-21'],
  ])('%s', (_name, ageMs, shown) => expect(messageAged(ageMs)).toBe(shown))

  test.each(nothing)('%s is no time', (atMs) => expect(messageTime(atMs, now)).toBe('--'))

  test('the date stands in the zone that is asked for', () => {
    expect(messageTime(Date.UTC(2020, 0, 1, 20), now, 8 * 60)).toBe('2020-01-02')
  })

  test('never claims more or less than has passed', () => {
    fc.assert(
      fc.property(ages, (ageMs) => {
        const [leastMs, mostMs] = claimOf(messageAged(ageMs)) ?? [0, Number.POSITIVE_INFINITY]
        expect(ageMs).toBeGreaterThanOrEqual(leastMs)
        expect(ageMs).toBeLessThan(mostMs)
      }),
    )
  })
})

describe('files, backups, tasks', () => {
  test.each([
    ['a clock that is behind', -HOUR, '刚刚'],
    ['now', 0, '刚刚'],
    ['just under five minutes', 5 * MINUTE - 1, '刚刚'],
    ['five minutes', 5 * MINUTE, '5 分钟前'],
    ['just under an hour', HOUR - 1, '59 分钟前'],
    ['an hour', HOUR, '1 小时前'],
    ['just under a day', DAY - 1, '23 小时前'],
    ['a day', DAY, '1 天前'],
    ['a week is days', 7 * DAY, '7 天前'],
    ['just under thirty days', 30 * DAY - 1, '29 天前'],
    ['thirty days', 30 * DAY, '2026-10-16'],
  ])('%s', (_name, ageMs, shown) => expect(fileAged(ageMs)).toBe(shown))

  test.each(nothing)('%s is no time', (atMs) => expect(fileTime(atMs, now)).toBe('--'))

  test('the date stands in the zone that is asked for', () => {
    expect(fileTime(Date.UTC(2020, 0, 1, 20), now, 8 * 60)).toBe('2020-01-02')
  })

  test('agrees with the first variant from five minutes to six days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5 * MINUTE, max: 7 * DAY - 1 }), (ageMs) => {
        expect(fileAged(ageMs)).toBe(messageAged(ageMs))
      }),
    )
  })
})
