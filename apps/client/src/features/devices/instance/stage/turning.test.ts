import { describe, expect, it } from 'vitest'
import { turnOf } from './turning.ts'

const held = { isPictureWide: true, isScreenHigh: true, isHeld: true, wish: null, isWriting: false }

describe('a wide picture on a high screen', () => {
  it('fills a screen that is held in hands by itself, and another when it is asked to', () => {
    expect(turnOf(held)).toEqual({ canTurn: true, isTurned: true })
    expect(turnOf({ ...held, isHeld: false })).toEqual({ canTurn: true, isTurned: false })
    expect(turnOf({ ...held, isHeld: false, wish: true }).isTurned).toBe(true)
  })

  it('stays upright when that is wished, and while something is written', () => {
    expect(turnOf({ ...held, wish: false })).toEqual({ canTurn: true, isTurned: false })
    expect(turnOf({ ...held, wish: true, isWriting: true })).toEqual({ canTurn: true, isTurned: false })
  })
})

it.each([
  ['a high picture', { isPictureWide: false }],
  ['a wide screen', { isScreenHigh: false }],
])('%s has nothing to turn', (_what, facts) =>
  expect(turnOf({ ...held, wish: true, ...facts })).toEqual({ canTurn: false, isTurned: false }),
)
