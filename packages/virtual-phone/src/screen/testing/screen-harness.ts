import { createPhoneScreen } from '../phone-screen.ts'
import type { Change, PhoneScreen, Rows, ScreenView, TouchEvent } from '../types.ts'
import { FakeHost } from './fake-host.ts'
import { ManualClock } from './manual-clock.ts'

/** A screen of 720 x 1280 with one view and helpers for touches. */
export interface ScreenHarness {
  host: FakeHost
  clock: ManualClock
  screen: PhoneScreen
  view: ScreenView
  /** Number of damage callbacks. */
  damageCount(): number
  /** All damage as one range. */
  paint(): Rows | null
  /** Advances time in frames of 16 ms; returns the number of frames with damage. */
  frames(count: number): number
  touch(action: TouchEvent['action'], x: number, y: number, pointerId?: number): void
  tap(x: number, y: number): void
  /** A finger that moves in steps of 16 ms. */
  drag(from: readonly [number, number], to: readonly [number, number], steps?: number): void
  press(keyCode: number, metaState?: number): void
}

const FRAME_MS = 16

export function openScreenHarness(host = new FakeHost()): ScreenHarness {
  const clock = new ManualClock()
  const screen = createPhoneScreen({ host, width: 720, height: 1280, wallpaper: 'dawn', clock })
  let count = 0
  const view = screen.openView(() => {
    count++
  })
  view.paint()
  const touch: ScreenHarness['touch'] = (action, x, y, pointerId = 0) => screen.touch({ action, pointerId, x, y })
  return {
    host,
    clock,
    screen,
    view,
    damageCount: () => count,
    paint: () => extentOf(view.paint()),
    frames: (frameCount) => {
      let changed = 0
      for (let frame = 0; frame < frameCount; frame++) {
        clock.pass(FRAME_MS)
        if (view.paint()) changed++
      }
      return changed
    },
    touch,
    tap: (x, y) => {
      touch('down', x, y)
      touch('up', x, y)
    },
    drag: ([fromX, fromY], [toX, toY], steps = 8) => {
      touch('down', fromX, fromY)
      for (let step = 1; step <= steps; step++) {
        clock.pass(FRAME_MS)
        touch('move', fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps)
      }
      touch('up', toX, toY)
    },
    press: (keyCode, metaState = 0) => {
      for (const action of ['down', 'up'] as const) screen.key({ action, keyCode, metaState, repeat: 0 })
    },
  }
}

function extentOf(change: Change | null): Rows | null {
  if (!change) return null
  const all = [...change.drawn, ...(change.move ? [change.move.rows] : [])]
  return [Math.min(...all.map(([from]) => from)), Math.max(...all.map(([, to]) => to))]
}
