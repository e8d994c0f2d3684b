import { describe, expect, test } from 'vitest'
import { FILM_PACKAGE, GAME_PACKAGE } from '../built-in-apps.ts'
import { openScreenHarness } from '../testing/screen-harness.ts'

const SECOND = 63
const POWER = 26
const HOME = 3

describe('the film', () => {
  const playing = () => {
    const bench = openScreenHarness()
    bench.screen.openApp(FILM_PACKAGE)
    bench.paint()
    return bench
  }

  test('has thirty pictures a second, in the rows of the picture and its controls', () => {
    const { frames, clock, paint } = playing()
    const count = frames(SECOND)
    expect(count).toBeGreaterThanOrEqual(29)
    expect(count).toBeLessThanOrEqual(31)
    clock.pass(100)
    expect(paint()).toEqual([80, 608])
  })

  test.each([
    ['paused', ({ tap }: ReturnType<typeof playing>) => tap(300, 200)],
    ['left', ({ press }: ReturnType<typeof playing>) => press(HOME)],
    ['switched off', ({ press }: ReturnType<typeof playing>) => press(POWER)],
  ])('stands still while it is %s', (_, stop) => {
    const bench = playing()
    bench.frames(10)
    stop(bench)
    bench.paint()
    expect(bench.frames(SECOND)).toBe(0)
  })

  test('goes on where it was when it is seen again', () => {
    const { frames, screen, press, view } = playing()
    frames(SECOND)
    press(HOME)
    frames(2)
    screen.openApp(FILM_PACKAGE)
    expect(frames(SECOND)).toBeGreaterThanOrEqual(29)
    view.close()
    const told = { count: 0 }
    const other = screen.openView(() => {
      told.count++
    })
    other.paint()
    expect(told.count).toBeGreaterThan(0)
  })
})

describe('the game', () => {
  test('stands still until it is touched, and after a move', () => {
    const { screen, paint, frames, drag } = openScreenHarness()
    screen.openApp(GAME_PACKAGE)
    paint()
    expect(frames(SECOND)).toBe(0)
    drag([80, 420], [190, 420])
    expect(frames(10)).toBeGreaterThan(0)
    frames(600)
    expect(frames(SECOND)).toBe(0)
  })

  test('shows a touched tile at once, in the rows of the board', () => {
    const { screen, paint, touch } = openScreenHarness()
    screen.openApp(GAME_PACKAGE)
    paint()
    touch('down', 300, 700)
    expect(paint()).toEqual([336, 1120])
  })
})
