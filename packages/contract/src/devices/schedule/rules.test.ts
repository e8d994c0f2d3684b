import { describe, expect, it } from 'vitest'
import { chinaDate, isCalendarDate, nextRunAt, nextRunText, type ScheduleTiming, timingText } from './rules.ts'

/** An instant of the wall clock in China. */
const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+08:00`)
const timing = (fields: Partial<ScheduleTiming>): ScheduleTiming => ({
  repeat: 'daily',
  time: '03:00',
  date: '',
  weekdays: [],
  ...fields,
})
const weekly = (...weekdays: number[]) => timing({ repeat: 'weekly', weekdays })
const once = (date: string, time = '03:00') => timing({ repeat: 'once', date, time })

describe('the next run', () => {
  it.each<[string, ScheduleTiming, string, string | null]>([
    ['later today', timing({}), '2026-11-17 02:59', '2026-11-17 03:00'],
    ['tomorrow at its own minute, which is over', timing({}), '2026-11-17 03:00', '2026-11-18 03:00'],
    ['over the end of a month', timing({}), '2026-11-30 12:00', '2026-12-01 03:00'],
    ['over the end of a year', timing({}), '2026-12-31 12:00', '2027-01-01 03:00'],
    ['over the end of a February', timing({}), '2028-02-28 12:00', '2028-02-29 03:00'],
    ['at midnight', timing({ time: '00:00' }), '2026-11-17 23:59', '2026-11-18 00:00'],
    ['when Europe changes its clocks', timing({ time: '02:30' }), '2026-03-29 00:00', '2026-03-29 02:30'],
    ['on the same weekday, still ahead', weekly(2), '2026-11-17 02:00', '2026-11-17 03:00'],
    ['on the same weekday, a week later', weekly(2), '2026-11-17 03:00', '2026-11-24 03:00'],
    ['on the nearest of several weekdays', weekly(1, 5), '2026-11-17 12:00', '2026-11-20 03:00'],
    ['on a Sunday', weekly(7), '2026-11-17 12:00', '2026-11-22 03:00'],
    ['once, ahead', once('2026-11-18'), '2026-11-17 12:00', '2026-11-18 03:00'],
    ['once, over', once('2026-11-17'), '2026-11-17 03:00', null],
    ['on a day that is yesterday in UTC', once('2026-11-18', '07:59'), '2026-11-17 12:00', '2026-11-18 07:59'],
  ])('is %s', (_, given, after, expected) =>
    expect(nextRunAt(given, at(after))).toBe(expected === null ? null : at(expected)),
  )

  it('never comes for a weekly schedule without days', () =>
    expect(nextRunAt(weekly(), at('2026-11-17 00:00'))).toBeNull())
})

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['1999-01-01', false],
  ['', false],
])('%s is a day of the calendar: %s', (date, expected) => expect(isCalendarDate(date)).toBe(expected))

it.each<[ScheduleTiming, string]>([
  [timing({}), '每天 03:00'],
  [weekly(5, 1), '每周一、五 03:00'],
  [weekly(1, 2, 3, 4, 5), '工作日 03:00'],
  [weekly(1, 2, 3, 4, 5, 6, 7), '每天 03:00'],
  [once('2026-11-20'), '11 月 20 日 03:00'],
  [once('2027-01-02'), '2027 年 1 月 2 日 03:00'],
])('%j reads %s', (given, text) => expect(timingText(given, at('2026-11-17 12:00'))).toBe(text))

it.each([
  ['2026-11-17 23:05', '今天 23:05'],
  ['2026-11-18 03:00', '明天 03:00'],
  ['2026-11-19 03:00', '后天 03:00'],
  ['2026-11-22 03:00', '周日 03:00'],
  ['2026-11-24 03:00', '11 月 24 日 03:00'],
  ['2026-11-16 03:00', '11 月 16 日 03:00'],
])('a run at %s is %s', (next, text) => expect(nextRunText(at(next), at('2026-11-17 12:00'))).toBe(text))

it('knows the day in China', () => {
  expect(chinaDate(at('2026-11-17 00:30'))).toBe('2026-11-17')
  expect(chinaDate(at('2026-11-30 23:30'), 1)).toBe('2026-12-01')
})
