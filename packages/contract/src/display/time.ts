import { EMPTY_TEXT } from './text.ts'

export type DateFormat = 'YYYY-MM-DD' | 'MM/DD HH:mm' | 'YYYY-MM-DD HH:mm' | 'HH:mm'

/** Epoch milliseconds, as on the wire. */
export type Instant = number | null | undefined

const MINUTE_MS = 60_000

/** Minutes that a wall clock is ahead of UTC at an instant; where summer time is kept, it differs over the year. */
export type OffsetMinutes = number

/** The viewer's own wall clock. The server, which has no viewer, passes an offset of its own. */
export const viewerOffsetMinutes = (atMs: number): OffsetMinutes => -new Date(atMs).getTimezoneOffset()

/** Times in a message's text are China's, so that all that stands beside it is too. */
export const CHINA_OFFSET_MINUTES: OffsetMinutes = 8 * 60

const two = (part: number): string => String(part).padStart(2, '0')

/** 0 counts as no date. */
export const isDate = (atMs: Instant): atMs is number => Boolean(atMs) && !Number.isNaN(new Date(atMs ?? 0).getTime())

/** A date in the viewer's time zone unless another offset is given. */
export const formatDate = (atMs: Instant, format: DateFormat = 'YYYY-MM-DD', offsetMinutes?: OffsetMinutes): string => {
  if (!isDate(atMs)) return EMPTY_TEXT
  const wall = new Date(atMs + (offsetMinutes ?? viewerOffsetMinutes(atMs)) * MINUTE_MS)
  const year = String(wall.getUTCFullYear()).padStart(4, '0')
  const [month, day] = [two(wall.getUTCMonth() + 1), two(wall.getUTCDate())]
  const time = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`
  switch (format) {
    case 'YYYY-MM-DD':
      return `${year}-${month}-${day}`
    case 'MM/DD HH:mm':
      return `${month}/${day} ${time}`
    case 'YYYY-MM-DD HH:mm':
      return `${year}-${month}-${day} ${time}`
    case 'HH:mm':
      return time
  }
}

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

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

const part = (count: number, unit: string): string => (count > 0 ? ` ${count} ${unit}` : '')

/**
 * `剩余 12 天 6 小时`: the two largest units, rounded down, so that the text never exceeds the real rest. The end itself
 * counts as expired.
 */
export const remainingTime = (endsAtMs: Instant, nowMs: number): string => {
  if (!isDate(endsAtMs)) return EMPTY_TEXT
  if (endsAtMs <= nowMs) return '已到期'
  const minutes = Math.floor((endsAtMs - nowMs) / MINUTE_MS)
  if (minutes < 1) return '剩余不足 1 分钟'
  const days = Math.floor(minutes / DAY_MINUTES)
  const hours = Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES)
  if (days > 0) return `剩余${part(days, '天')}${part(hours, '小时')}`
  return `剩余${part(hours, '小时')}${part(minutes % HOUR_MINUTES, '分钟')}`
}

const DAY_HOURS = 24

/**
 * `14:32`, `1:42:08` or `2 天 01:42:08` until an end; a begun second still counts, so that 00:00 stands only when it is
 * over.
 */
export const countdown = (endsAtMs: Instant, nowMs: number): string => {
  if (!isDate(endsAtMs)) return EMPTY_TEXT
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  const hours = Math.floor(seconds / 3600)
  if (hours < DAY_HOURS) return hours === 0 ? clock : `${hours}:${clock}`
  return `${Math.floor(hours / DAY_HOURS)} 天 ${two(hours % DAY_HOURS)}:${clock}`
}

/** How long something is rented: `30 天`, or hours where it is no whole day. */
export const formatRentalTime = (hours: number): string =>
  hours % DAY_HOURS === 0 ? `${hours / DAY_HOURS} 天` : `${hours} 小时`
