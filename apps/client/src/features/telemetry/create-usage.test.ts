import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUsage } from './create-usage.ts'

const START = Date.UTC(2026, 10, 15, 8)
const logIdAt = (atMs: number, userId: number) => `${atMs}_${String(userId).padStart(10, '0')}_0000000`

let userId: number | null
let sent: [seconds: number, logId: string, exitMark: 0 | 1][]
let isSaved: boolean
let usage: ReturnType<typeof createUsage>

const seconds = () => (Date.now() - START) / 1000
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  userId = 7
  sent = []
  isSaved = true
  usage = createUsage({
    clock: () => Date.now(),
    random: () => 0,
    userId: () => userId,
    send: (logId, exitMark) => {
      sent.push([seconds(), logId, exitMark])
      return isSaved ? Promise.resolve() : Promise.reject(new Error('not saved'))
    },
  })
})
afterEach(() => void vi.useRealTimers())

const first = logIdAt(START, 7)

test('while visible a log goes every 30 seconds, the first 30 seconds after the show', async () => {
  usage.show()
  await advance(29_999)
  expect(sent).toEqual([])
  await advance(60_001)
  expect(sent).toEqual([
    [30, first, 0],
    [60, first, 0],
    [90, first, 0],
  ])
})

test('nobody who is not logged in sends anything', async () => {
  userId = null
  usage.show()
  await advance(90_000)
  usage.unload()
  expect(sent).toEqual([])
})

test('who came before anybody listened is counted from then', async () => {
  usage.show(START - 4_000)
  await advance(26_000)
  expect(sent).toEqual([[26, logIdAt(START - 4_000, 7), 0]])
})

test('hiding stops the timer', async () => {
  usage.show()
  await advance(20_000)
  usage.hide()
  await advance(600_000)
  expect(sent).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('hidden for less than 45 seconds, the session goes on, and its half minute begins anew', async () => {
  usage.show()
  await advance(20_000)
  usage.hide()
  await advance(44_999)
  usage.show()
  await advance(30_000)
  expect(sent).toEqual([[94.999, first, 0]])
})

test('hidden for exactly 45 seconds, another session begins', async () => {
  usage.show()
  await advance(20_000)
  usage.hide()
  await advance(45_000)
  usage.show()
  await advance(30_000)
  expect(sent).toEqual([[95, logIdAt(START + 65_000, 7), 0]])
})

test.each([
  [999, []],
  [1_000, [[1, first, 1]]],
])('closed after %i ms, the exit logs are %o', async (ms, exits) => {
  usage.show()
  await advance(ms)
  usage.unload()
  expect(sent).toEqual(exits)
  await advance(90_000)
  expect(sent).toEqual(exits)
})

test('closed while hidden, the exit log goes too', async () => {
  usage.show()
  await advance(5_000)
  usage.hide()
  usage.unload()
  expect(sent).toEqual([[5, first, 1]])
})

test('taken out again after it was put away, it is another session', async () => {
  usage.show()
  await advance(5_000)
  usage.unload()
  usage.show()
  await advance(30_000)
  expect(sent).toEqual([
    [5, first, 1],
    [35, logIdAt(START + 5_000, 7), 0],
  ])
})

test('a log that was not saved stops the timer, and the exit log still goes', async () => {
  usage.show()
  isSaved = false
  await advance(120_000)
  expect(sent).toEqual([[30, first, 0]])
  usage.unload()
  expect(sent).toHaveLength(2)
})

test('shown again after a failure, it is tried again', async () => {
  usage.show()
  isSaved = false
  await advance(30_000)
  isSaved = true
  usage.hide()
  usage.show()
  await advance(30_000)
  expect(sent).toEqual([
    [30, first, 0],
    [60, first, 0],
  ])
})

test('another account is another session, and the failure of the one before is nothing to it', async () => {
  usage.show()
  await advance(29_000)
  isSaved = false
  await advance(1_000)
  userId = 8
  isSaved = true
  usage.account()
  await advance(30_000)
  expect(sent).toEqual([
    [30, first, 0],
    [60, logIdAt(START + 30_000, 8), 0],
  ])
})

test('a login begins a session, and a logout ends it without a word', async () => {
  userId = null
  usage.show()
  await advance(10_000)
  userId = 7
  usage.account()
  await advance(30_000)
  userId = null
  usage.account()
  await advance(90_000)
  usage.unload()
  expect(sent).toEqual([[40, logIdAt(START + 10_000, 7), 0]])
})

test('a machine that slept makes up for nothing', async () => {
  usage.show()
  vi.setSystemTime(START + 3_600_000)
  await advance(30_000)
  expect(sent).toHaveLength(1)
  await advance(29_999)
  expect(sent).toHaveLength(1)
  await advance(1)
  expect(sent).toHaveLength(2)
})
