import type { Page } from 'playwright-core'

interface Point {
  readonly x: number
  readonly y: number
}

/** A finger on the screen: the browser itself is told of it, and does with it what it would on a phone. */
export const touchOn = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  let place: Point = { x: 0, y: 0 }
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] })

  return {
    down: async (at: Point) => {
      place = at
      await tell('touchStart', [at])
    },
    /** Goes on from where it is, in steps as a hand makes them. */
    move: async (acrossPx: number, downPx: number) => {
      const { x, y } = place
      place = { x: x + acrossPx, y: y + downPx }
      for (const part of [0.5, 1]) await tell('touchMove', [{ x: x + acrossPx * part, y: y + downPx * part }])
    },
    up: () => tell('touchEnd', []),
  }
}
