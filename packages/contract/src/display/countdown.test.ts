import { expect, test } from 'vitest'
import { countdown } from './countdown.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const now = Date.UTC(2026, 10, 15)
const nothing = [undefined, null, 0, Number.NaN]

test.each([
  [14 * MINUTE + 32 * SECOND, '14:32'],
  [HOUR + 42 * MINUTE + 8 * SECOND, '1:42:08'],
  [HOUR, '1:00:00'],
  [HOUR - SECOND, '59:59'],
  [HOUR - 1, '1:00:00'],
  [25 * HOUR, '25:00:00'],
  [9 * SECOND, '00:09'],
  [1, '00:01'],
  [0, '00:00'],
  [-SECOND, '00:00'],
])('%i ms: %s', (leftMs, shown) => expect(countdown(now + leftMs, now)).toBe(shown))

test.each(nothing)('%s has no end', (endsAtMs) => expect(countdown(endsAtMs, now)).toBe('--'))
