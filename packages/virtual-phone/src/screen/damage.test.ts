import { describe, expect, test } from 'vitest'
import { Damage } from './damage.ts'

test('damage is one stretch of whole bands within the picture', () => {
  const damage = new Damage(1000)
  const drawn = () => damage.take()?.drawn
  expect(damage.take()).toBeNull()
  damage.add(20, 33)
  expect(drawn()).toEqual([[16, 48]])
  expect(damage.isEmpty).toBe(true)
  damage.add(100, 101)
  damage.add(500, 512)
  expect(drawn()).toEqual([[96, 512]])
  damage.add(-50, 1)
  damage.add(999, 2000)
  expect(drawn()).toEqual([[0, 1000]])
  damage.add(40, 40)
  damage.add(1200, 1300)
  expect(damage.take()).toBeNull()
})

describe('rows that move', () => {
  const moved = (...moves: readonly (readonly [from: number, to: number, by: number])[]) => {
    const damage = new Damage(1280)
    for (const move of moves) damage.move(...move)
    return damage.take()
  }
  const rows = [168, 1232] as const

  test('are drawn only where something comes in', () => {
    expect(moved([168, 1232, -12])).toEqual({ move: { rows, by: -12 }, drawn: [[1216, 1232]] })
    expect(moved([168, 1232, 12])).toEqual({ move: { rows, by: 12 }, drawn: [[160, 192]] })
  })

  test('leave what is no whole band at their end to be drawn', () => {
    expect(moved([168, 1240, 12])).toEqual({
      move: { rows, by: 12 },
      drawn: [
        [160, 192],
        [1232, 1248],
      ],
    })
    expect(moved([168, 1240, -12])).toEqual({ move: { rows, by: -12 }, drawn: [[1216, 1248]] })
  })

  test('move on before anybody looks, and back', () => {
    expect(moved([168, 1232, -12], [168, 1232, -8])?.move).toEqual({ rows, by: -20 })
    expect(moved([168, 1232, -12], [168, 1232, 12])).toBeNull()
  })

  test.each([
    ['by half a pixel', [168, 1232, 1.5], [160, 1232]],
    ['by one row, of which colour has only a half', [168, 1232, 3], [160, 1232]],
    ['from an odd row', [167, 1232, 4], [160, 1232]],
    ['further than they reach', [168, 208, 40], [160, 208]],
  ] as const)('are all drawn when they move %s', (_name, move, drawn) => {
    expect(moved(move)).toEqual({ move: null, drawn: [drawn] })
  })

  test('are all drawn when others move, too', () => {
    expect(moved([160, 800, 4], [160, 640, 4])).toEqual({ move: null, drawn: [[160, 800]] })
  })

  test('are all drawn when what they show was to be drawn where it stood', () => {
    const damage = new Damage(1280)
    damage.add(400, 420)
    damage.move(160, 800, 4)
    expect(damage.take()).toEqual({ move: null, drawn: [[160, 800]] })
    damage.move(160, 800, 4)
    damage.add(400, 420)
    expect(damage.take()).toEqual({
      move: { rows: [160, 800], by: 4 },
      drawn: [
        [160, 176],
        [400, 432],
      ],
    })
    expect(damage.isEmpty).toBe(true)
  })
})
