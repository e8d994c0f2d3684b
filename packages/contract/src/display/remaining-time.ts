import { type Instant, isDate } from './date.ts'
import { EMPTY_TEXT } from './empty.ts'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const MINUTE_MS = 60_000

const part = (count: number, unit: string): string => (count > 0 ? ` ${count} ${unit}` : '')

/**
 * `剩余 12 天 6 小时`: the two largest units, rounded down, so that a customer is never told more than there is. The very
 * moment of the end has ended.
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
