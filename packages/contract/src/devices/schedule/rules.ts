import { CHINA_OFFSET_MINUTES } from '../../display/time.ts'

/** Commands that a schedule can run. */
export const scheduleKinds = ['reboot', 'clean', 'startApp', 'stop', 'start', 'backup'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]

export const scheduleKindLabels: Readonly<Record<ScheduleKind, string>> = {
  reboot: '重启',
  clean: '清理缓存',
  startApp: '打开应用',
  stop: '关机',
  start: '开机',
  backup: '备份数据',
}

export const scheduleRepeats = ['once', 'daily', 'weekly'] as const
export type ScheduleRepeat = (typeof scheduleRepeats)[number]

export const scheduleTargets = ['devices', 'group', 'tag'] as const
export type ScheduleTarget = (typeof scheduleTargets)[number]

/** Schedules of one account, those that have ended included. */
export const MAX_SCHEDULES = 50

/** A run that cannot begin within this time is missed, and not made up for. */
export const SCHEDULE_LATE_MS = 15 * 60_000

/** Runs without any device after which a schedule pauses itself. */
export const MAX_EMPTY_RUNS = 7

/** How far ahead a single run may lie. */
export const MAX_SCHEDULE_AHEAD_DAYS = 366

/** Monday is 1, Sunday 7. */
export const weekdayLabels = ['一', '二', '三', '四', '五', '六', '日'] as const

/** Times and dates are China's, which has one time zone and no daylight saving. */
export interface ScheduleTiming {
  readonly repeat: ScheduleRepeat
  /** `HH:mm`. */
  readonly time: string
  /** `YYYY-MM-DD` of a single run; empty otherwise. */
  readonly date: string
  /** Of a weekly schedule; empty otherwise. */
  readonly weekdays: readonly number[]
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const AHEAD_MS = CHINA_OFFSET_MINUTES * MINUTE_MS

export const TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const DATE_PATTERN = /^20\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const timeMs = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}

/** Days since 1970 in China. */
const dayNumber = (atMs: number): number => Math.floor((atMs + AHEAD_MS) / DAY_MS)

/** 1970 began on a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1

const startOf = (day: number): number => day * DAY_MS - AHEAD_MS

/** False for 30 February. */
export const isCalendarDate = (date: string): boolean => {
  if (!DATE_PATTERN.test(date)) return false
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}

/** The first run after an instant; null when none is left. */
export const nextRunAt = ({ repeat, time, date, weekdays }: ScheduleTiming, afterMs: number): number | null => {
  if (repeat === 'once') {
    const at = Date.parse(`${date}T00:00:00Z`) - AHEAD_MS + timeMs(time)
    return at > afterMs ? at : null
  }
  const today = dayNumber(afterMs)
  // Eight days, because today's time may be over.
  for (let day = today; day <= today + 7; day += 1) {
    const at = startOf(day) + timeMs(time)
    if (at > afterMs && (repeat === 'daily' || weekdays.includes(weekdayOf(day)))) return at
  }
  return null
}

const WORKDAYS = '一二三四五'

const weekdaysText = (weekdays: readonly number[]): string => {
  const names = weekdayLabels.filter((_, index) => weekdays.includes(index + 1))
  if (names.length === weekdayLabels.length) return '每天'
  return names.join('') === WORKDAYS ? '工作日' : `每周${names.join('、')}`
}

/** `11 月 20 日`; with the year where it is another than this. */
const dayText = (day: number, today: number): string => {
  const [date, now] = [new Date(day * DAY_MS), new Date(today * DAY_MS)]
  const year = date.getUTCFullYear() === now.getUTCFullYear() ? '' : `${date.getUTCFullYear()} 年 `
  return `${year}${date.getUTCMonth() + 1} 月 ${date.getUTCDate()} 日`
}

/** `每天 03:00`, `每周一、五 03:00`, `11 月 20 日 03:00`. */
export const timingText = ({ repeat, time, date, weekdays }: ScheduleTiming, nowMs: number): string => {
  if (repeat === 'daily') return `每天 ${time}`
  if (repeat === 'weekly') return `${weekdaysText(weekdays)} ${time}`
  return `${dayText(Date.parse(`${date}T00:00:00Z`) / DAY_MS, dayNumber(nowMs))} ${time}`
}

const NEAR_DAYS = ['今天', '明天', '后天']

/** `今天 03:00`, `周五 03:00` within a week, then the date. */
export const nextRunText = (atMs: number, nowMs: number): string => {
  const [day, today] = [dayNumber(atMs), dayNumber(nowMs)]
  const minutes = Math.floor((atMs - startOf(day)) / MINUTE_MS)
  const two = (part: number): string => String(part).padStart(2, '0')
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const near = NEAR_DAYS[day - today]
  if (near) return `${near} ${time}`
  const isThisWeek = day > today && day - today < 7
  return isThisWeek ? `周${weekdayLabels[weekdayOf(day) - 1]} ${time}` : `${dayText(day, today)} ${time}`
}

/** `YYYY-MM-DD` in China, some days later. */
export const chinaDate = (atMs: number, daysLater = 0): string =>
  new Date((dayNumber(atMs) + daysLater) * DAY_MS).toISOString().slice(0, 10)
