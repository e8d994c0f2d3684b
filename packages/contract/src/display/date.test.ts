import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatDate, viewerOffsetMinutes } from './date.ts'

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
