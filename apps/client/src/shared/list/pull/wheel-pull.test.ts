import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atRest, type PullEvent, pullGesture } from './pull-gesture.ts'
import { createWheelPull, WHEEL_NOTCH_PX, WHEEL_PAUSE_MS } from './wheel-pull.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = () => {
  let state = atRest
  const dispatch = (event: PullEvent) => {
    state = pullGesture(state, event)
  }
  const after = (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  }
  const wheel = createWheelPull({ dispatch, after })
  const move = (deltaY: number, isAtTop = true) => wheel.move({ deltaY, isAtTop })
  return { wheel, move, state: () => state }
}

test('a trackpad pulls while it moves up, and lets go when it pauses', () => {
  const { move, state } = watch()
  for (let step = 0; step < 8; step++) move(-10)
  expect(state()).toMatchObject({ phase: 'ready', distancePx: 80 })
  vi.advanceTimersByTime(WHEEL_PAUSE_MS - 1)
  expect(state().phase).toBe('ready')
  vi.advanceTimersByTime(1)
  expect(state().phase).toBe('refreshing')
})

test('a short pull goes back', () => {
  const { move, state } = watch()
  move(-40)
  move(-39)
  expect(state()).toMatchObject({ phase: 'pulling', distancePx: 79 })
  vi.advanceTimersByTime(WHEEL_PAUSE_MS)
  expect(state()).toEqual(atRest)
})

test('the momentum of a scroll that reaches the top does not pull; the next gesture does', () => {
  const { move, state } = watch()
  move(-40, false)
  for (let step = 0; step < 20; step++) move(-40, true)
  expect(state()).toEqual(atRest)
  vi.advanceTimersByTime(WHEEL_PAUSE_MS)
  expect(state()).toEqual(atRest)
  move(-40)
  expect(state().phase).toBe('pulling')
})

test('scrolling down does not pull', () => {
  const { move, state } = watch()
  move(30)
  expect(state()).toEqual(atRest)
})

test.each([
  [-WHEEL_NOTCH_PX + 1, 'pulling'],
  [-WHEEL_NOTCH_PX, 'rest'],
  [-120, 'rest'],
])('a step of %i is %s: the notch of a wheel is no pull', (deltaY, phase) => {
  const { move, state } = watch()
  move(deltaY)
  expect(state().phase).toBe(phase)
})

test('nothing is told after the end', () => {
  const { wheel, move, state } = watch()
  for (let step = 0; step < 8; step++) move(-10)
  wheel.stop()
  vi.advanceTimersByTime(WHEEL_PAUSE_MS * 2)
  expect(state().phase).toBe('ready')
})
