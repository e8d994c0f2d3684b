import { describe, expect, it, test } from 'vitest'
import { countedSeconds, creditSeconds, defaultRule, lengthText, percentText, ruleText } from './rules.ts'

const MINUTE = 60
const HOUR = 3600

describe('time given back for a day', () => {
  test.each([
    ['nothing', [], 0],
    ['one just too short', [10 * MINUTE - 1], 0],
    ['one that is long enough', [10 * MINUTE], HOUR],
    ['double, rounded up', [31 * MINUTE], 2 * HOUR],
    ['short ones that do not add up', [9 * MINUTE, 9 * MINUTE, 9 * MINUTE], 0],
    ['short ones that add up', [9 * MINUTE, 9 * MINUTE, 9 * MINUTE, 3 * MINUTE], HOUR],
    ['a long one beside a short one that does not count', [25 * MINUTE, 4 * MINUTE], HOUR],
    ['a long one beside short ones that count', [25 * MINUTE, 9 * MINUTE], 2 * HOUR],
    ['no more than the cap', [40 * HOUR], 72 * HOUR],
  ])('%s', (_what, seconds, given) => expect(creditSeconds(defaultRule, seconds)).toBe(given))

  it('is nothing while the rule is off', () => expect(creditSeconds({ ...defaultRule, isOn: false }, [HOUR])).toBe(0))

  it('never falls when an interruption is added', () => {
    let before = 0
    const seconds: number[] = []
    for (let minute = 1; minute <= 60; minute += 1) {
      seconds.push(minute * MINUTE)
      const now = creditSeconds(defaultRule, seconds)
      expect(now).toBeGreaterThanOrEqual(before)
      before = now
    }
  })
})

describe('length that counts', () => {
  it('leaves announced work out, and is bounded on both sides', () => {
    expect(countedSeconds(0, 600_000, 0)).toBe(600)
    expect(countedSeconds(0, 600_000, 200_000)).toBe(400)
    expect(countedSeconds(0, 600_000, 700_000)).toBe(0)
    expect(countedSeconds(600_000, 0, 0)).toBe(0)
    expect(countedSeconds(0, Number.MAX_SAFE_INTEGER, 0)).toBe(7 * 24 * HOUR)
  })
})

test.each([
  [0, '不到 1 分钟'],
  [61, '1 分钟'],
  [HOUR, '1 小时'],
  [2 * HOUR + 5 * MINUTE, '2 小时 5 分钟'],
  [26 * HOUR + MINUTE, '1 天 2 小时'],
])('%i seconds are %s', (seconds, text) => expect(lengthText(seconds)).toBe(text))

test('the rule says its own figures', () => {
  const text = ruleText({ ...defaultRule, minutesAtOnce: 7, factor: 3, maxHoursPerDay: 11 })
  for (const part of ['满 7 分钟', '3 倍', '最多 11 小时']) expect(text).toContain(part)
  expect(ruleText({ ...defaultRule, isOn: false })).toContain('不自动补偿')
})

test.each([
  [10_000, '100.00%'],
  [9_995, '99.95%'],
  [9_903, '99.03%'],
  [0, '0.00%'],
])('%i basis points are %s', (basisPoints, text) => expect(percentText(basisPoints)).toBe(text))
