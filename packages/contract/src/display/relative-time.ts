import { formatDate, type Instant, isDate, type OffsetMinutes } from './date.ts'
import { EMPTY_TEXT } from './empty.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const WEEK_DAYS = 7
const MONTH_DAYS = 30
const MAX_MONTHS = 12
const JUST_NOW_MINUTES = 5

const whole = (ageMs: number, unitMs: number): number => Math.floor(ageMs / unitMs)

const minutesOrHoursAgo = (ageMs: number): string =>
  ageMs < HOUR_MS ? `${whole(ageMs, MINUTE_MS)} 分钟前` : `${whole(ageMs, HOUR_MS)} 小时前`

/** Section 9, first variant: messages, transfers and tickets. After the twelfth month of 30 days, the date. */
export const messageTime = (atMs: Instant, nowMs: number, offsetMinutes?: OffsetMinutes): string => {
  if (!isDate(atMs)) return EMPTY_TEXT
  const ageMs = nowMs - atMs
  if (ageMs < 0) return '不久前'
  if (ageMs < MINUTE_MS) return '刚刚'
  if (ageMs < DAY_MS) return minutesOrHoursAgo(ageMs)
  const days = whole(ageMs, DAY_MS)
  if (days < WEEK_DAYS) return `${days} 天前`
  if (days < MONTH_DAYS) return `${whole(days, WEEK_DAYS)} 周前`
  if (days < (MAX_MONTHS + 1) * MONTH_DAYS) return `${whole(days, MONTH_DAYS)} 个月前`
  return formatDate(atMs, 'YYYY-MM-DD', offsetMinutes)
}

/** Section 9, second variant: files, backups and tasks. A clock that is a little behind shows 刚刚, not the future. */
export const fileTime = (atMs: Instant, nowMs: number, offsetMinutes?: OffsetMinutes): string => {
  if (!isDate(atMs)) return EMPTY_TEXT
  const ageMs = nowMs - atMs
  if (ageMs < JUST_NOW_MINUTES * MINUTE_MS) return '刚刚'
  if (ageMs < DAY_MS) return minutesOrHoursAgo(ageMs)
  if (ageMs < MONTH_DAYS * DAY_MS) return `${whole(ageMs, DAY_MS)} 天前`
  return formatDate(atMs, 'YYYY-MM-DD', offsetMinutes)
}
