import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { remainingTime } from './remaining-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const now = Date.UTC(2026, 10, 15)
const nothing = [undefined, null, 0, Number.NaN]

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
