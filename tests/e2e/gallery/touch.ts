import type { Page } from 'playwright-core'

interface Point {
  readonly x: number
  readonly y: number
}

/** Touch input through the browser's own input pipeline. */
export const touchOn = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  let place: Point = { x: 0, y: 0 }
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })

  return {
    down: async (at: Point) => {
      place = at
      await dispatch('touchStart', [at])
    },
    /** Moves from the current position in small steps. */
    move: async (acrossPx: number, downPx: number) => {
      const { x, y } = place
      place = { x: x + acrossPx, y: y + downPx }
      for (const part of [0.5, 1]) await dispatch('touchMove', [{ x: x + acrossPx * part, y: y + downPx * part }])
    },
    up: () => dispatch('touchEnd', []),
  }
}
