import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  initialUsage,
  logIdOf,
  reduceUsage,
  type UsageEffect,
  type UsageEvent,
  type UsageState,
} from './usage-session.ts'

test.each([
  [1_763_164_800_000, 42, 0.1234567, '1763164800000_0000000042_1234567'],
  [1_763_164_800_000, 42, 0, '1763164800000_0000000042_0000000'],
  [1_763_164_800_000, 42, 0.000_000_1, '1763164800000_0000000042_0000001'],
  [1_763_164_800_000, 9_999_999_999, 0.999_999_999, '1763164800000_9999999999_9999999'],
  [1_763_164_800_000, 12_345_678_901, 0.5, '1763164800000_12345678901_5000000'],
])('at %i, user %i, chance %d: %s', (atMs, userId, random, logId) => {
  expect(logIdOf(atMs, userId, random)).toBe(logId)
})

test('always has its three parts', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 9_999_999_999 }), random, (atMs, userId, chance) => {
      const [time, user = '', digits = ''] = logIdOf(atMs, userId, chance).split('_')
      expect([Number(time), Number(user)]).toEqual([atMs, userId])
      expect([user.length, digits.length]).toEqual([10, 7])
    }),
  )
})

const start = 1_763_164_800_000
const logId = `${start}_0000000007_5000000`
const at = (atMs: number) => ({ atMs, userId: 7, random: 0.5 })
const startTimer: UsageEffect = { type: 'startTimer', everyMs: 30_000 }
const stopTimer: UsageEffect = { type: 'stopTimer' }
const sendLog = (id: string, exitMark: 0 | 1): UsageEffect => ({ type: 'sendLog', logId: id, exitMark })

/** The state after all events, and the effects of the last. */
const after = (...events: UsageEvent[]) =>
  events.reduce<{ state: UsageState; effects: readonly UsageEffect[] }>(
    ({ state }, event) => reduceUsage(state, event),
    { state: initialUsage, effects: [] },
  )

const show: UsageEvent = { type: 'show', ...at(start) }
const hideAt = (atMs: number): UsageEvent => ({ type: 'hide', atMs })
const showAt = (atMs: number): UsageEvent => ({ type: 'show', ...at(atMs) })
const unloadAt = (atMs: number): UsageEvent => ({ type: 'unload', atMs })
const accountAt = (atMs: number, userId: number | null): UsageEvent => ({ type: 'account', ...at(atMs), userId })

describe('show', () => {
  test('starts a session and its timer', () => {
    const { state, effects } = after(show)
    expect(state).toEqual({
      session: { logId, userId: 7, startedAtMs: start },
      isVisible: true,
      hiddenAtMs: null,
      isTimerRunning: true,
    })
    expect(effects).toEqual([startTimer])
  })

  test('starts nothing while nobody is logged in', () => {
    const { state, effects } = after({ type: 'show', atMs: start, userId: null, random: 0.5 })
    expect(state).toEqual({ session: null, isVisible: true, hiddenAtMs: null, isTimerRunning: false })
    expect(effects).toEqual([])
  })

  test('a second show in a row starts no second timer', () => {
    const { state, effects } = after(show, showAt(start + 60_000))
    expect(state.session?.logId).toBe(logId)
    expect(effects).toEqual([])
  })

  test.each([
    ['just under 45 s', 44_999, true],
    ['exactly 45 s', 45_000, false],
    ['an hour', 3_600_000, false],
    ['less than nothing, by a clock that was set back', -5_000, true],
  ])('after being hidden for %s goes on with the session: %#', (_name, hiddenMs, goesOn) => {
    const hiddenAt = start + 10_000
    const { state, effects } = after(show, hideAt(hiddenAt), showAt(hiddenAt + hiddenMs))
    expect(state.session?.logId === logId).toBe(goesOn)
    expect(state.session?.startedAtMs).toBe(goesOn ? start : hiddenAt + hiddenMs)
    expect(effects).toEqual([startTimer])
  })

  test('the 45 s count from the first of two hides', () => {
    const { state } = after(show, hideAt(start + 1), hideAt(start + 30_000), showAt(start + 45_001))
    expect(state.session?.logId).not.toBe(logId)
  })

  test('another hiding counts anew', () => {
    const { state } = after(show, hideAt(start), showAt(start + 30_000), hideAt(start + 31_000), showAt(start + 70_000))
    expect(state.session?.logId).toBe(logId)
  })
})

describe('while visible', () => {
  test('every tick sends a log', () => {
    expect(after(show, { type: 'tick' }).effects).toEqual([sendLog(logId, 0)])
    expect(after(show, { type: 'tick' }, { type: 'tick' }).effects).toEqual([sendLog(logId, 0)])
  })

  test('a tick that comes late, when hidden, sends nothing', () => {
    expect(after(show, hideAt(start + 1), { type: 'tick' }).effects).toEqual([])
    expect(after({ type: 'tick' }).effects).toEqual([])
  })

  test('a failed save stops the timer until the next show', () => {
    const failed: UsageEvent = { type: 'saveFailed', logId }
    expect(after(show, failed).effects).toEqual([stopTimer])
    expect(after(show, failed, { type: 'tick' }).effects).toEqual([])
    expect(after(show, failed, failed).effects).toEqual([])
    expect(after(show, failed, hideAt(start + 1)).effects).toEqual([])
    expect(after(show, failed, showAt(start + 2)).effects).toEqual([startTimer])
  })

  test('the failure of an earlier session stops nothing', () => {
    expect(after(show, { type: 'saveFailed', logId: 'another' }).effects).toEqual([])
    expect(after(show, { type: 'saveFailed', logId: 'another' }).state.isTimerRunning).toBe(true)
  })
})

test('hide records the time and stops the timer', () => {
  const { state, effects } = after(show, hideAt(start + 5_000))
  expect(state).toMatchObject({ isVisible: false, hiddenAtMs: start + 5_000, isTimerRunning: false })
  expect(effects).toEqual([stopTimer])
})

describe('unload', () => {
  test.each([
    ['just under a second', 999, []],
    ['exactly a second', 1_000, [sendLog(logId, 1)]],
    ['much later', 60_000, [sendLog(logId, 1)]],
  ])('%s after the start', (_name, afterMs, logs) => {
    expect(after(show, unloadAt(start + afterMs)).effects).toEqual([stopTimer, ...logs])
  })

  test('the second counts from the start of the session, not from the last show', () => {
    const { effects } = after(show, hideAt(start + 5_000), showAt(start + 6_000), unloadAt(start + 6_001))
    expect(effects).toContainEqual(sendLog(logId, 1))
  })

  test('is logged from a hidden page too, once', () => {
    const hidden = [show, hideAt(start + 5_000), unloadAt(start + 5_001)]
    expect(after(...hidden).effects).toEqual([sendLog(logId, 1)])
    expect(after(...hidden, unloadAt(start + 5_002)).effects).toEqual([])
  })

  test('a page that comes back starts a new session', () => {
    const { state } = after(show, unloadAt(start + 2_000), showAt(start + 3_000))
    expect(state.session?.startedAtMs).toBe(start + 3_000)
  })

  test('without a session there is nothing to end', () => expect(after(unloadAt(start)).effects).toEqual([]))
})

describe('accounts', () => {
  const nobody: UsageEvent = { type: 'show', atMs: start, userId: null, random: 0.5 }

  test('a login on a visible page starts a session', () => {
    const { state, effects } = after(nobody, accountAt(start + 1_000, 7))
    expect(state.session).toMatchObject({ userId: 7, startedAtMs: start + 1_000 })
    expect(effects).toEqual([startTimer])
  })

  test('a logout ends it', () => {
    const { state, effects } = after(show, accountAt(start + 1_000, null))
    expect(state).toMatchObject({ session: null, isTimerRunning: false, isVisible: true })
    expect(effects).toEqual([stopTimer])
  })

  test('another account gets a session and a half minute of its own', () => {
    const { state, effects } = after(show, accountAt(start + 1_000, 8))
    expect(state.session?.logId).toBe(`${start + 1_000}_0000000008_5000000`)
    expect(effects).toEqual([stopTimer, startTimer])
  })

  test('the same account again changes nothing', () => {
    expect(after(show, accountAt(start + 1_000, 7))).toEqual({ state: after(show).state, effects: [] })
  })

  test('on a hidden page nothing starts, and a foreign session is not gone on with', () => {
    const { state, effects } = after(show, hideAt(start + 1_000), accountAt(start + 2_000, 8))
    expect(state).toMatchObject({ session: null, isVisible: false, hiddenAtMs: start + 1_000 })
    expect(effects).toEqual([])
    expect(after(show, hideAt(start), accountAt(start, 7)).state.session?.logId).toBe(logId)
  })

  test('a show by another account starts its own session', () => {
    const { state } = after(show, hideAt(start + 1_000), { type: 'show', ...at(start + 2_000), userId: 8 })
    expect(state.session?.userId).toBe(8)
  })
})
