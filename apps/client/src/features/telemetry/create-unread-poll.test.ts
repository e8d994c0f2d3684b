import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnreadPoll } from './create-unread-poll.ts'

const refresh = vi.fn<() => Promise<void>>()
let isLoggedIn: boolean
let poll: ReturnType<typeof createUnreadPoll>

beforeEach(() => {
  vi.useFakeTimers()
  refresh.mockReset().mockResolvedValue()
  isLoggedIn = true
  poll = createUnreadPoll({ refresh, isLoggedIn: () => isLoggedIn })
})
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('asks at once when it is shown, and every 60 seconds from then on', async () => {
  poll.show()
  expect(refresh).toHaveBeenCalledTimes(1)
  await advance(59_999)
  expect(refresh).toHaveBeenCalledTimes(1)
  await advance(60_001)
  expect(refresh).toHaveBeenCalledTimes(3)
})

test('asks nobody while it is hidden, and at once when it is shown again', async () => {
  poll.show()
  poll.hide()
  await advance(600_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  poll.show()
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('told twice that it is shown, it asks once', () => {
  poll.show()
  poll.show()
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('asks at once after a login and after a switch, and a minute after that', async () => {
  isLoggedIn = false
  poll.show()
  await advance(120_000)
  expect(refresh).not.toHaveBeenCalled()
  isLoggedIn = true
  poll.account()
  await advance(30_000)
  poll.account()
  expect(refresh).toHaveBeenCalledTimes(2)
  await advance(59_999)
  expect(refresh).toHaveBeenCalledTimes(2)
  await advance(1)
  expect(refresh).toHaveBeenCalledTimes(3)
})

test('a login while it is hidden asks nobody yet', () => {
  poll.account()
  expect(refresh).not.toHaveBeenCalled()
})

test('stops at a logout', async () => {
  poll.show()
  isLoggedIn = false
  poll.account()
  await advance(600_000)
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('goes on after a failure', async () => {
  refresh.mockRejectedValue(new Error('no network'))
  poll.show()
  await advance(60_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})
