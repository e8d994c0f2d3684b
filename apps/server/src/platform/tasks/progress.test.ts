import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = () => {
  const saved: number[] = []
  return { saved, progress: createProgress(async (value) => void saved.push(value)) }
}

it('saves the first progress at once and then the newest five times a second', async () => {
  const { saved, progress } = start()
  for (let percent = 1; percent <= 100; percent += 1) {
    progress.report(percent)
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved[0]).toBe(1)
  expect(saved.at(-1)).toBe(100)
  expect(saved.length).toBeLessThanOrEqual(7)
})

it('leaves out what does not go forward', async () => {
  const { saved, progress } = start()
  for (const percent of [40, 40, 30]) progress.report(percent)
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual([40])
})

it('saves nothing after it was closed', async () => {
  const { saved, progress } = start()
  progress.report(10)
  progress.report(20)
  await progress.close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual([10])
})

it('goes on after a saving that failed', async () => {
  const saved: number[] = []
  const progress = createProgress(async (value) => {
    if (value === 10) throw new Error('away')
    saved.push(value)
  })
  progress.report(10)
  progress.report(20)
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual([20])
})
