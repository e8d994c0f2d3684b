import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atRest, isPulling, type PullEvent, type PullState, pullDistancePx, pullGesture } from './pull-gesture.ts'

const FAR = 500
const start = (x = 100, y = 100, isAtTop = true): PullEvent => ({ type: 'start', x, y, isAtTop })
const move = (x: number, y: number, toBottomPx = FAR): PullEvent => ({ type: 'move', x, y, toBottomPx })
const end: PullEvent = { type: 'end' }
const play = (...events: readonly PullEvent[]): PullState => events.reduce(pullGesture, atRest)
/** A finger that has come straight down so far. */
const pulledBy = (px: number) => play(start(), move(100, 100 + px))

describe('how far the list follows', () => {
  test.each([
    [-30, 0],
    [0, 0],
    [1, 1],
    [79, 79],
    [80, 80],
    [81, 80.2],
    [180, 100],
    [580, 180],
  ])('a finger %i px down moves it %d px', (travelPx, distancePx) => {
    expect(pullDistancePx(travelPx)).toBeCloseTo(distancePx)
  })

  test('never further than the finger, never back while the finger goes on', () => {
    const travel = fc.double({ min: 0, max: 2000, noNaN: true })
    fc.assert(
      fc.property(travel, travel, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(pullDistancePx(more)).toBeGreaterThanOrEqual(pullDistancePx(less))
        expect(pullDistancePx(more)).toBeLessThanOrEqual(more)
      }),
    )
  })
})

describe('a pull', () => {
  test.each([
    [4, 'pulling', 'rest'],
    [79, 'pulling', 'rest'],
    [79.99, 'pulling', 'rest'],
    [80, 'ready', 'refreshing'],
    [81, 'ready', 'refreshing'],
    [400, 'ready', 'refreshing'],
  ] as const)('of %d px is %s, and let go %s', (px, held, after) => {
    const pulled = pulledBy(px)
    expect(pulled.phase).toBe(held)
    expect(pullGesture(pulled, end).phase).toBe(after)
  })

  test('stays at 80 px while the list refreshes, whatever the finger does, then goes back', () => {
    const refreshing = pullGesture(pulledBy(300), end)
    expect(refreshing).toEqual({ phase: 'refreshing', distancePx: 80, hold: null })
    expect([start(), move(100, 300), end, { type: 'cancel' } as const].reduce(pullGesture, refreshing)).toBe(refreshing)
    expect(pullGesture(refreshing, { type: 'refreshed' })).toEqual(atRest)
  })

  test('that comes back under 80 px does not refresh', () => {
    expect(play(start(), move(100, 250), move(100, 179), end)).toEqual(atRest)
  })

  test('goes up to the start and no further', () => {
    expect(play(start(), move(100, 150), move(100, 40))).toMatchObject({ phase: 'pulling', distancePx: 0 })
  })

  test('that the system takes away does not refresh', () => {
    expect(play(start(), move(100, 300), { type: 'cancel' })).toEqual(atRest)
  })

  test('does not begin in the middle of the list', () => {
    expect(play(start(100, 100, false), move(100, 300))).toEqual(atRest)
  })

  test('does not begin without a touch', () => {
    expect(play(move(100, 300), end)).toEqual(atRest)
  })

  test.each([
    [21, 'ready'],
    [20.5, 'ready'],
    [20, 'refreshing'],
    [0, 'refreshing'],
  ] as const)('is let go %d px above the lower edge: %s', (toBottomPx, phase) => {
    expect(play(start(), move(100, 200), move(100, 700, toBottomPx)).phase).toBe(phase)
  })

  test('that is too short is dropped at the lower edge', () => {
    expect(play(start(), move(100, 150), move(100, 160, 20))).toEqual(atRest)
  })

  test('needs no finger', () => {
    expect(play({ type: 'refresh' })).toMatchObject({ phase: 'refreshing', distancePx: 80 })
  })
})

describe('the direction', () => {
  test.each([
    [0, 20, true],
    [20, 20, true],
    [-20, 20, true],
    [20.001, 20, false],
    [20, 19.999, false],
    [20, 0, false],
    [0, -20, false],
    [20, -20, false],
  ])('%d across and %d down: pulls %s', (across, down, isPull) => {
    expect(isPulling(play(start(), move(100 + across, 100 + down)))).toBe(isPull)
  })

  test('a diagonal of any length is exactly 45 degrees, and pulls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 3000 }), fc.constantFrom(-1, 1), (px, side) => {
        expect(isPulling(play(start(0, 0), move(side * px, px)))).toBe(true)
      }),
    )
  })

  test('is not read from a trembling finger', () => {
    const trembled = play(start(), move(103, 100))
    expect(isPulling(trembled)).toBe(false)
    expect(isPulling(pullGesture(trembled, move(103, 130)))).toBe(true)
    expect(isPulling(play(start(), move(104, 100), move(104, 200)))).toBe(false)
  })

  test('stands until the touch ends', () => {
    const swipe = play(start(), move(130, 100))
    expect(pullGesture(swipe, move(130, 400))).toBe(swipe)
    const pull = play(start(), move(100, 130), move(300, 150))
    expect(pull).toMatchObject({ phase: 'pulling', distancePx: 50 })
  })

  test('is asked anew by the next touch', () => {
    expect(play(start(), move(130, 100), end, start(), move(100, 190), end).phase).toBe('refreshing')
  })
})

const anyEvent: fc.Arbitrary<PullEvent> = fc.oneof(
  fc.record({
    type: fc.constant('start' as const),
    x: fc.integer({ min: 0, max: 400 }),
    y: fc.integer({ min: 0, max: 800 }),
    isAtTop: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('move' as const),
    x: fc.integer({ min: 0, max: 400 }),
    y: fc.integer({ min: 0, max: 800 }),
    toBottomPx: fc.integer({ min: 0, max: 800 }),
  }),
  fc.constantFrom<PullEvent>(end, { type: 'cancel' }, { type: 'refresh' }, { type: 'refreshed' }),
)

/** Distance allowed in each phase. */
const agrees: Readonly<Record<PullState['phase'], (state: PullState) => boolean>> = {
  rest: ({ distancePx }) => distancePx === 0,
  pulling: ({ distancePx, hold }) => distancePx >= 0 && distancePx < 80 && hold !== null,
  ready: ({ distancePx, hold }) => distancePx >= 80 && hold !== null,
  refreshing: ({ distancePx, hold }) => distancePx === 80 && hold === null,
}

test('whatever happens, phase and distance agree, and only a ready pull or a call refreshes', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const states = events.reduce<PullState[]>(
        (seen, event) => [...seen, pullGesture(seen.at(-1) ?? atRest, event)],
        [],
      )
      expect(states.filter((state) => !agrees[state.phase](state))).toEqual([])
      const unasked = states.filter(({ phase }, at) => {
        const before = states[at - 1]?.phase ?? 'rest'
        return phase === 'refreshing' && before === 'pulling' && events[at]?.type !== 'refresh'
      })
      expect(unasked).toEqual([])
    }),
  )
})
