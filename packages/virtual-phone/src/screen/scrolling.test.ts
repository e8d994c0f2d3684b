import { describe, expect, test } from 'vitest'
import { BROWSER_PACKAGE, FILES_PACKAGE, NOTES_PACKAGE, SETTINGS_PACKAGE } from './built-in-apps.ts'
import { FakeHost } from './testing/fake-host.ts'
import { openScreenHarness } from './testing/screen-harness.ts'
import type { Move, ScreenView } from './types.ts'

const WIDTH = 720
const HEIGHT = 1280
const ROW_BYTES = WIDTH * 4
const FRAME_MS = 16
const VOLUME_UP = 24
/** Curves that are drawn in pieces differ in single pixels of their edges. */
const SAME_SHARE = 0.9995

/** Keeps the picture as an encoder does: moves what moved, writes what was drawn. */
class Kept {
  readonly pixels = Buffer.alloc(HEIGHT * ROW_BYTES)
  moves = 0
  readonly #view: ScreenView

  constructor(view: ScreenView) {
    this.#view = view
    this.#write([0, HEIGHT])
  }

  follow(): void {
    const change = this.#view.paint()
    if (change?.move) this.#move(change.move)
    for (const rows of change?.drawn ?? []) this.#write(rows)
  }

  #move({ rows: [from, to], by }: Move): void {
    this.moves += 1
    const before = Buffer.from(this.pixels)
    for (let row = from; row < to; row++) {
      if (row - by >= from && row - by < to) {
        before.copy(this.pixels, row * ROW_BYTES, (row - by) * ROW_BYTES, (row - by + 1) * ROW_BYTES)
      }
    }
  }

  #write([from, to]: readonly [number, number]): void {
    this.pixels.set(this.#view.readRows([from, to]), from * ROW_BYTES)
  }
}

const open = (packageName: string) => {
  const host = new FakeHost()
  for (let app = 0; app < 40; app++)
    host.apps.push({ packageName: `app.n${app}`, label: `应用 ${app}`, isSystem: false })
  host.notes = Array.from({ length: 30 }, (_, id) => ({ id: `${id}`, text: `第 ${id} 条\n正文`, editedAt: id }))
  const bench = openScreenHarness(host)
  bench.screen.openApp(packageName)
  bench.paint()
  const kept = new Kept(bench.view)
  const { screen, clock, touch } = bench
  /** Share of pixels that equal a full redraw. */
  const sameShare = () => {
    const { data } = screen.screenshot()
    return kept.pixels.reduce((same, value, at) => same + Number(value === data[at]), 0) / data.length
  }
  /** A finger in steps; each is painted, or only every second one. */
  const drag = (fromY: number, distances: readonly number[], paintEvery = 1) => {
    let y = fromY
    touch('down', 300, y)
    kept.follow()
    distances.forEach((distance, step) => {
      clock.pass(FRAME_MS)
      touch('move', 300, (y += distance))
      if (step % paintEvery === 0) kept.follow()
    })
    touch('up', 300, y)
    kept.follow()
  }
  const run = (frames: number) => {
    for (let frame = 0; frame < frames; frame++) {
      clock.pass(FRAME_MS)
      kept.follow()
    }
  }
  return { ...bench, kept, sameShare, drag, run }
}

/** On the first page of the settings. */
const LIST_OF_APPS = [300, 850] as const
const DOWN = [-20, -13, -1, -37, -64, -5, -5, -90, -3]
const UP = DOWN.map((distance) => -distance * 0.7)

describe('a picture that is moved instead of drawn', () => {
  test.each([
    ['a page', BROWSER_PACKAGE],
    ['notes', NOTES_PACKAGE],
    ['settings', SETTINGS_PACKAGE],
  ])('is what would have been drawn: %s', (_name, packageName) => {
    const { drag, run, sameShare, kept, tap } = open(packageName)
    if (packageName === SETTINGS_PACKAGE) tap(...LIST_OF_APPS)
    run(1)
    for (const every of [1, 2]) {
      drag(1100, DOWN, every)
      expect(sameShare()).toBeGreaterThan(SAME_SHARE)
      run(12)
      drag(500, UP, every)
      run(80)
      expect(sameShare()).toBeGreaterThan(SAME_SHARE)
    }
    expect(kept.moves).toBeGreaterThan(20)
  })

  test('does not take with it what lies over it', () => {
    const { drag, run, sameShare, press } = open(BROWSER_PACKAGE)
    drag(1100, DOWN)
    press(VOLUME_UP)
    run(6)
    expect(sameShare()).toBeGreaterThan(SAME_SHARE)
    drag(500, UP)
    run(120)
    expect(sameShare()).toBeGreaterThan(SAME_SHARE)
  })

  test('is left alone by what runs on behind another page', () => {
    const { drag, run, sameShare, screen, tap } = open(SETTINGS_PACKAGE)
    tap(...LIST_OF_APPS)
    run(1)
    drag(1100, DOWN)
    screen.back()
    run(4)
    expect(sameShare()).toBeGreaterThan(SAME_SHARE)
    drag(1100, DOWN)
    screen.openApp(FILES_PACKAGE)
    run(4)
    expect(sameShare()).toBeGreaterThan(SAME_SHARE)
    screen.home()
    run(4)
    expect(sameShare()).toBeGreaterThan(SAME_SHARE)
  })
})
