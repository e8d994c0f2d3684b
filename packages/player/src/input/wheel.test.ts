import { describe, expect, it } from 'vitest'
import { notchesOf } from './wheel.ts'

describe('notches of a wheel', () => {
  it.each([
    ['down', { deltaX: 0, deltaY: 100, deltaMode: 0 }, { dx: 0, dy: -1 }],
    ['up by half', { deltaX: 0, deltaY: -50, deltaMode: 0 }, { dx: 0, dy: 0.5 }],
    ['to the right', { deltaX: 200, deltaY: 0, deltaMode: 0 }, { dx: -2, dy: 0 }],
    ['counted in lines', { deltaX: 0, deltaY: 3, deltaMode: 1 }, { dx: 0, dy: -1 }],
    ['counted in pages', { deltaX: 0, deltaY: 1, deltaMode: 2 }, { dx: 0, dy: -1 }],
  ])('%s', (_name, turn, notches) => expect(notchesOf(turn)).toEqual(notches))
})
