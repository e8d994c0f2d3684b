import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { initialUsage, reduceUsage, type UsageEvent } from './usage-session.ts'

/** An event some milliseconds after the one before. */
type Happening = readonly [afterMs: number, eventAt: (atMs: number, logId: string) => UsageEvent]

const userId = fc.constantFrom(null, 7, 8)
const eventOf = (type: 'show' | 'account') =>
  fc.record({ userId, random: fc.constant(0.5) }).map(
    (rest) =>
      (atMs: number): UsageEvent => ({ type, atMs, ...rest }),
  )

const happening: fc.Arbitrary<Happening> = fc.tuple(
  fc.oneof(fc.nat(2_000), fc.nat(100_000)),
  fc.oneof(
    eventOf('show'),
    eventOf('account'),
    fc.constant((atMs: number): UsageEvent => ({ type: 'hide', atMs })),
    fc.constant((): UsageEvent => ({ type: 'tick' })),
    fc.constant((_atMs: number, logId: string): UsageEvent => ({ type: 'saveFailed', logId })),
    fc.constant((atMs: number): UsageEvent => ({ type: 'unload', atMs })),
  ),
)

const play = (happenings: readonly Happening[]) => {
  let state = initialUsage
  let atMs = 1_763_164_800_000
  return happenings.map(([afterMs, eventAt]) => {
    atMs += afterMs
    const before = state
    const event = eventAt(atMs, before.session?.logId ?? '')
    const { state: next, effects } = reduceUsage(before, event)
    state = next
    return { atMs, before, event, after: next, effects }
  })
}

const everyStep = (check: (step: ReturnType<typeof play>[number]) => void) =>
  fc.assert(fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => play(happenings).forEach(check)))

test('a timer runs only for a visible client with a session', () => {
  everyStep(({ after }) => expect(after.isTimerRunning && !(after.isVisible && after.session)).toBe(false))
})

test('timers are started and stopped in turn', () => {
  everyStep(({ before, after, effects }) => {
    const timers = effects.filter(({ type }) => type !== 'sendLog').map(({ type }) => type)
    const running = timers.reduce((isRunning, type) => {
      expect(type).toBe(isRunning ? 'stopTimer' : 'startTimer')
      return !isRunning
    }, before.isTimerRunning)
    expect(running).toBe(after.isTimerRunning)
  })
})

test('only a tick sends a log, and only an unload at least a second after the start sends an exit log', () => {
  everyStep(({ atMs, before, event, effects }) => {
    const logs = effects.filter((effect) => effect.type === 'sendLog')
    const startedAtMs = before.session?.startedAtMs ?? Number.POSITIVE_INFINITY
    const isLogged =
      event.type === 'tick' ? before.isTimerRunning : event.type === 'unload' && atMs - startedAtMs >= 1000
    expect(logs).toEqual(
      isLogged ? [{ type: 'sendLog', logId: before.session?.logId, exitMark: event.type === 'unload' ? 1 : 0 }] : [],
    )
  })
})

test('a session is replaced only by a show or another account', () => {
  everyStep(({ before, event, after }) => {
    const isReplaced = after.session !== null && after.session !== before.session
    expect(isReplaced && !['show', 'account'].includes(event.type)).toBe(false)
  })
})
