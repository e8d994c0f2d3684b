/** A day of the calendar, as `YYYY-MM-DD`; days compare as texts do. */
export type Day = string

export interface Month {
  readonly title: string
  /** Empty places before the first day, in weeks that begin on Sunday. */
  readonly leading: number
  readonly days: readonly Day[]
}

const DAY_MS = 24 * 60 * 60 * 1000
export const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

const dayAt = (utcMs: number): Day => new Date(utcMs).toISOString().slice(0, 10)
const utcMsOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const weekdayOf = (day: Day): number => new Date(utcMsOf(day)).getUTCDay()

const monthOf = (firstMs: number, nextFirstMs: number): Month => {
  const first = dayAt(firstMs)
  const [year, month] = first.split('-')
  return {
    title: `${year} 年 ${Number(month)} 月`,
    leading: weekdayOf(first),
    days: Array.from({ length: (nextFirstMs - firstMs) / DAY_MS }, (_, index) => dayAt(firstMs + index * DAY_MS)),
  }
}

/** Whole months from the one that contains the day. */
export const monthsFrom = (day: Day, count: number): readonly Month[] => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const firstMs = (index: number) => Date.UTC(year, month - 1 + index, 1)
  return Array.from({ length: count }, (_, index) => monthOf(firstMs(index), firstMs(index + 1)))
}

/** `11 月 15 日 星期日`, for screen readers. */
export const dayName = (day: Day): string => {
  const [, month, date] = day.split('-').map(Number)
  return `${month} 月 ${date} 日 星期${WEEKDAYS[weekdayOf(day)]}`
}

export const dateOf = (day: Day): number => Number(day.slice(-2))

const daysBetween = (from: Day, to: Day): readonly Day[] => {
  const fromMs = utcMsOf(from)
  const count = Math.max((utcMsOf(to) - fromMs) / DAY_MS + 1, 0)
  return Array.from({ length: count }, (_, index) => dayAt(fromMs + index * DAY_MS))
}

/** The chosen days after one more was tapped: the one, or for a range its two ends. */
export const chooseDay = (chosen: readonly Day[], day: Day, canSpan?: (day: Day) => boolean): readonly Day[] => {
  const [from, to] = chosen
  const isSecond = canSpan && from !== undefined && to === undefined && day >= from
  return isSecond && daysBetween(from, day).every(canSpan) ? [from, day] : [day]
}
