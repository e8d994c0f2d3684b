import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPoll } from './create-poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('asks soon, then often while something is under way, and seldom afterwards', async () => {
  let isBusy = true
  const ask = vi.fn<() => Promise<void>>(async () => undefined)
  const poll = createPoll({ fetch: ask, isBusy: () => isBusy })
  poll.start()
  await advance(999)
  expect(ask).not.toHaveBeenCalled()
  await advance(1)
  expect(ask).toHaveBeenCalledTimes(1)
  await advance(2000)
  expect(ask).toHaveBeenCalledTimes(2)
  isBusy = false
  await advance(2000)
  expect(ask).toHaveBeenCalledTimes(3)
  await advance(14_999)
  expect(ask).toHaveBeenCalledTimes(3)
  await advance(1)
  expect(ask).toHaveBeenCalledTimes(4)
  poll.stop()
})

test('goes on after a failure', async () => {
  const ask = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no network')))
  const poll = createPoll({ fetch: ask, isBusy: () => true })
  poll.start()
  await advance(3000)
  expect(ask).toHaveBeenCalledTimes(2)
  poll.stop()
})

test('rests, also when an answer comes late', async () => {
  let answer: () => void = () => undefined
  const ask = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const poll = createPoll({ fetch: ask, isBusy: () => true })
  poll.start()
  await advance(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
  poll.stop()
  answer()
  await advance(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('begun twice, it asks once at a time', async () => {
  const ask = vi.fn<() => Promise<void>>(async () => undefined)
  const poll = createPoll({ fetch: ask, isBusy: () => true })
  poll.start()
  await advance(500)
  poll.start()
  await advance(1000)
  expect(ask).toHaveBeenCalledTimes(1)
  poll.stop()
})
