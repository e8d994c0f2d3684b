import { describe, expect, it } from 'vitest'
import { isServiceOpen, searchGrams, serviceDueAt, ticketTitle, type WorkingHours, workingHoursText } from './rules.ts'

/** An instant of the wall clock in China. */
const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}:00+08:00`)
const weekdays: WorkingHours = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '18:00', holidays: [] }
const daily: WorkingHours = { ...weekdays, weekdays: [1, 2, 3, 4, 5, 6, 7] }

describe('an answer is due', () => {
  it.each<[string, WorkingHours, string, number, string | null]>([
    ['within the hours of the day', daily, '2026-11-17 10:00', 120, '2026-11-17 12:00'],
    ['at the very end of the day', daily, '2026-11-17 16:00', 120, '2026-11-17 18:00'],
    ['the next day with the rest', daily, '2026-11-17 17:30', 120, '2026-11-18 10:30'],
    ['counted from the morning', daily, '2026-11-17 03:00', 60, '2026-11-17 10:00'],
    ['counted from the next morning', daily, '2026-11-17 18:00', 60, '2026-11-18 10:00'],
    ['over several days', daily, '2026-11-17 09:00', 20 * 60, '2026-11-19 11:00'],
    ['after the weekend', weekdays, '2026-11-20 17:30', 60, '2026-11-23 09:30'],
    ['after a holiday', { ...weekdays, holidays: ['2026-11-18'] }, '2026-11-17 17:30', 60, '2026-11-19 09:30'],
    ['never, without days', { ...weekdays, weekdays: [] }, '2026-11-17 10:00', 60, null],
  ])('%s', (_, hours, from, minutes, expected) =>
    expect(serviceDueAt(hours, at(from), minutes)).toBe(expected === null ? null : at(expected)),
  )
})

it.each([
  ['2026-11-17 08:59', false],
  ['2026-11-17 09:00', true],
  ['2026-11-17 17:59', true],
  ['2026-11-17 18:00', false],
  ['2026-11-21 12:00', false],
])('service at %s: %s', (now, isOpen) => expect(isServiceOpen(weekdays, at(now))).toBe(isOpen))

it.each<[WorkingHours, string]>([
  [daily, '每天 09:00–18:00'],
  [weekdays, '周一至周五 09:00–18:00'],
  [{ ...weekdays, weekdays: [6, 7] }, '周六、日 09:00–18:00'],
  [{ ...daily, holidays: ['2026-10-01'] }, '每天 09:00–18:00（节假日除外）'],
])('hours read %#', (hours, text) => expect(workingHoursText(hours)).toBe(text))

describe('pieces of a search', () => {
  it.each<[string, string[]]>([
    ['画面卡', ['画面', '面卡']],
    ['APK 安装', ['apk', '安装']],
    ['卡', ['卡']],
    ['怎么退款', ['么退', '退款']],
    ['怎么', ['怎么']],
    ['，。!', []],
  ])('of %j', (text, grams) => expect(searchGrams(text)).toEqual(grams))

  it('are bounded', () => expect(searchGrams('一二三四五六七八九十'.repeat(20)).length).toBeLessThanOrEqual(24))
})

it('a title is the first line, cut', () => {
  expect(ticketTitle('  画面卡\n第二行')).toBe('画面卡')
  expect(ticketTitle('长'.repeat(50))).toBe(`${'长'.repeat(40)}…`)
})
