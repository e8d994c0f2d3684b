import { describe, expect, it } from 'vitest'
import { rotationOf } from './rotation.ts'

const held = { isPictureWide: true, isScreenHigh: true, isHeld: true, preference: null, isWriting: false }

describe('a wide picture on a high screen', () => {
  it('fills a screen that is held in hands by itself, and another when it is asked to', () => {
    expect(rotationOf(held)).toEqual({ canRotate: true, isRotated: true })
    expect(rotationOf({ ...held, isHeld: false })).toEqual({ canRotate: true, isRotated: false })
    expect(rotationOf({ ...held, isHeld: false, preference: true }).isRotated).toBe(true)
  })

  it('stays upright when the user prefers it, and while something is written', () => {
    expect(rotationOf({ ...held, preference: false })).toEqual({ canRotate: true, isRotated: false })
    expect(rotationOf({ ...held, preference: true, isWriting: true })).toEqual({ canRotate: true, isRotated: false })
  })
})

it.each([
  ['a high picture', { isPictureWide: false }],
  ['a wide screen', { isScreenHigh: false }],
])('%s has nothing to turn', (_what, facts) =>
  expect(rotationOf({ ...held, preference: true, ...facts })).toEqual({ canRotate: false, isRotated: false }),
)
