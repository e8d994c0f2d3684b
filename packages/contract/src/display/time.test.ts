import * as fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import {
  countdown,
  fileTime,
  formatDate,
  formatRentalTime,
  messageTime,
  remainingTime,
  viewerOffsetMinutes,
} from './time.ts'

const SHANGHAI_MINUTES = 8 * 60
const newYear = Date.UTC(2025, 11, 31, 16, 0)

afterEach(() => void vi.unstubAllEnvs())

describe('formats', () => {
  test.each([
    ['YYYY-MM-DD', '2026-01-01'],
    ['MM/DD HH:mm', '01/01 00:00'],
    ['YYYY-MM-DD HH:mm', '2026-01-01 00:00'],
  ] as const)('%s', (format, shown) => expect(formatDate(newYear, format, SHANGHAI_MINUTES)).toBe(shown))

  test('the plain date is the usual one', () => {
    expect(formatDate(newYear, undefined, SHANGHAI_MINUTES)).toBe('2026-01-01')
  })

  test('seconds and milliseconds are cut off', () => {
    expect(formatDate(newYear + 59_999, 'MM/DD HH:mm', SHANGHAI_MINUTES)).toBe('01/01 00:00')
    expect(formatDate(newYear - 1, 'YYYY-MM-DD HH:mm', SHANGHAI_MINUTES)).toBe('2025-12-31 23:59')
  })

  test('every part is padded', () => {
    expect(formatDate(Date.UTC(2026, 2, 4, 5, 6), 'YYYY-MM-DD HH:mm', 0)).toBe('2026-03-04 05:06')
    expect(formatDate(Date.UTC(2026, 9, 14, 15, 16), 'YYYY-MM-DD HH:mm', 0)).toBe('2026-10-14 15:16')
    expect(formatDate(new Date('0987-06-05T00:00Z').getTime(), 'YYYY-MM-DD', 0)).toBe('0987-06-05')
  })

  test.each([undefined, null, 0, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])('%s is no date', (atMs) => {
    expect(formatDate(atMs)).toBe('--')
  })
})

describe('time zones', () => {
  test.each([
    ['Asia/Shanghai', '2026-07-01 00:30'],
    ['UTC', '2026-06-30 16:30'],
    ['America/New_York', '2026-06-30 12:30'],
    ['Asia/Kathmandu', '2026-06-30 22:15'],
    ['Pacific/Kiritimati', '2026-07-01 06:30'],
    ['America/St_Johns', '2026-06-30 14:00'],
  ])('a viewer in %s reads their own clock', (zone, shown) => {
    vi.stubEnv('TZ', zone)
    expect(formatDate(Date.UTC(2026, 5, 30, 16, 30), 'YYYY-MM-DD HH:mm')).toBe(shown)
  })

  test('summer time counts for the day that is shown', () => {
    vi.stubEnv('TZ', 'America/New_York')
    const beforeSummer = Date.UTC(2026, 2, 8, 6, 59)
    expect(formatDate(beforeSummer, 'YYYY-MM-DD HH:mm')).toBe('2026-03-08 01:59')
    expect(formatDate(beforeSummer + 60_000, 'YYYY-MM-DD HH:mm')).toBe('2026-03-08 03:00')
    expect([viewerOffsetMinutes(beforeSummer), viewerOffsetMinutes(beforeSummer + 60_000)]).toEqual([-300, -240])
  })

  test('an offset that is given wins over the viewer', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(formatDate(newYear, 'YYYY-MM-DD HH:mm', SHANGHAI_MINUTES)).toBe('2026-01-01 00:00')
    expect(formatDate(newYear, 'YYYY-MM-DD HH:mm', 0)).toBe('2025-12-31 16:00')
  })

  test("is what the platform's own calendar says, in any zone", () => {
    const zones = fc.constantFrom('Asia/Shanghai', 'UTC', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns')
    const instants = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) })
    fc.assert(
      fc.property(zones, instants, (zone, atMs) => {
        vi.stubEnv('TZ', zone)
        const date = new Date(atMs)
        const shown = formatDate(atMs, 'YYYY-MM-DD HH:mm').split(/[- :]/).map(Number)
        const calendar = [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()]
        expect(shown).toEqual(calendar)
      }),
    )
  })
})

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.UTC(2026, 10, 15, 12, 0)
const nothing = [undefined, null, 0, Number.NaN]
const ages = fc.integer({ min: 0, max: 3 * 365 * DAY })

const messageAged = (ageMs: number) => messageTime(now - ageMs, now, 0)
const fileAged = (ageMs: number) => fileTime(now - ageMs, now, 0)

/** Range of times shown by a text: at least this many units, less than one more. */
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

test.each([
  [12 * DAY + 6 * HOUR + 59 * MINUTE, '剩余 12 天 6 小时'],
  [28 * DAY, '剩余 28 天'],
  [28 * DAY + HOUR - 1, '剩余 28 天'],
  [DAY, '剩余 1 天'],
  [DAY - 1, '剩余 23 小时 59 分钟'],
  [5 * HOUR, '剩余 5 小时'],
  [HOUR, '剩余 1 小时'],
  [HOUR - 1, '剩余 59 分钟'],
  [MINUTE, '剩余 1 分钟'],
  [MINUTE - 1, '剩余不足 1 分钟'],
  [1, '剩余不足 1 分钟'],
  [0, '已到期'],
  [-DAY, '已到期'],
])('%i ms: %s', (leftMs, shown) => expect(remainingTime(now + leftMs, now)).toBe(shown))

test.each(nothing)('%s has no end', (endsAtMs) => expect(remainingTime(endsAtMs, now)).toBe('--'))

test('never tells more than there is, and less by under the smaller unit', () => {
  const unitMs: Record<string, number> = { 天: DAY, 小时: HOUR, 分钟: MINUTE }
  fc.assert(
    fc.property(fc.integer({ min: MINUTE, max: 400 * DAY }), (leftMs) => {
      const parts = [...remainingTime(now + leftMs, now).matchAll(/(\d+) (天|小时|分钟)/g)]
      const toldMs = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit] ?? 0), 0)
      expect(toldMs).toBeLessThanOrEqual(leftMs)
      expect(leftMs - toldMs).toBeLessThan(leftMs < DAY ? MINUTE : HOUR)
    }),
  )
})

test.each([
  [14 * MINUTE + 32 * SECOND, '14:32'],
  [HOUR + 42 * MINUTE + 8 * SECOND, '1:42:08'],
  [HOUR, '1:00:00'],
  [HOUR - SECOND, '59:59'],
  [HOUR - 1, '1:00:00'],
  [24 * HOUR - SECOND, '23:59:59'],
  [24 * HOUR, '1 天 00:00:00'],
  [12 * 24 * HOUR + HOUR + 42 * MINUTE, '12 天 01:42:00'],
  [9 * SECOND, '00:09'],
  [1, '00:01'],
  [0, '00:00'],
  [-SECOND, '00:00'],
])('%i ms: %s', (leftMs, shown) => expect(countdown(now + leftMs, now)).toBe(shown))

test.each(nothing)('%s has no end', (endsAtMs) => expect(countdown(endsAtMs, now)).toBe('--'))

it.each([
  [1, '1 小时'],
  [24, '1 天'],
  [36, '36 小时'],
  [720, '30 天'],
])('tells %i hours as %s', (hours, text) => {
  expect(formatRentalTime(hours)).toBe(text)
})
