import { countdown } from '@yunji/contract/display/time'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { msToNextSecond, startTicks } from './countdown-ticks.ts'

beforeEach(() => vi.useFakeTimers({ now: 100_000 }))
afterEach(() => vi.useRealTimers())

test.each([
  [2500, 500],
  [2000, 1000],
  [1, 1],
  [0, undefined],
  [-5, undefined],
])('with %i ms left the next second is %s ms away', (leftMs, waitMs) => {
  expect(msToNextSecond(100_000 + leftMs, 100_000)).toBe(waitMs)
})

test('every second is shown once, down to the end, and then no timer is left', () => {
  const shown: string[] = []
  startTicks(103_400, Date.now, (nowMs) => shown.push(countdown(103_400, nowMs)))
  vi.advanceTimersByTime(10_000)
  expect(shown).toEqual(['00:04', '00:03', '00:02', '00:01', '00:00'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a stopped countdown ticks no more', () => {
  const onTick = vi.fn<(nowMs: number) => void>()
  startTicks(160_000, Date.now, onTick)()
  vi.advanceTimersByTime(10_000)
  expect(onTick).toHaveBeenCalledTimes(1)
})

test('a phone that slept goes on with the true time', () => {
  const shown: string[] = []
  startTicks(160_000, Date.now, (nowMs) => shown.push(countdown(160_000, nowMs)))
  vi.setSystemTime(150_000)
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual(['01:00', '00:09'])
})
