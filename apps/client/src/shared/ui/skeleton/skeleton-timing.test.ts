import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSkeletonTiming, type ReadingPhase } from './skeleton-timing.ts'

let shown: ReadingPhase[]
let timing: ReturnType<typeof createSkeletonTiming>

beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  timing = createSkeletonTiming((phase) => shown.push(phase))
})
afterEach(() => vi.useRealTimers())

test('what is there at once is shown at once', () => {
  timing.setReading(false)
  vi.runAllTimers()
  expect(shown).toEqual([])
})

test('what comes within 200 ms shows no skeleton', () => {
  timing.setReading(true)
  vi.advanceTimersByTime(199)
  timing.setReading(false)
  vi.runAllTimers()
  expect(shown).toEqual(['blank', 'content'])
})

test('the skeleton appears at 200 ms', () => {
  timing.setReading(true)
  vi.advanceTimersByTime(200)
  expect(shown).toEqual(['blank', 'skeleton'])
})

test('a skeleton that has appeared stays 300 ms', () => {
  timing.setReading(true)
  vi.advanceTimersByTime(201)
  timing.setReading(false)
  vi.advanceTimersByTime(298)
  expect(shown).toEqual(['blank', 'skeleton'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['blank', 'skeleton', 'content'])
})

test('a slow answer is shown as soon as it comes', () => {
  timing.setReading(true)
  vi.advanceTimersByTime(5000)
  timing.setReading(false)
  expect(shown).toEqual(['blank', 'skeleton', 'content'])
})

test('reading that begins again under the skeleton keeps it', () => {
  timing.setReading(true)
  vi.advanceTimersByTime(250)
  timing.setReading(false)
  timing.setReading(true)
  vi.advanceTimersByTime(2000)
  expect(shown).toEqual(['blank', 'skeleton'])
  timing.setReading(false)
  expect(shown.at(-1)).toBe('content')
})

test('a page that is left leaves no timer behind', () => {
  timing.setReading(true)
  timing.stop()
  expect(vi.getTimerCount()).toBe(0)
})
