import type { Page } from 'playwright-core'

/** Times in the page's `performance.now()`. */
export interface ProbeTimes {
  /** Drawn frames. */
  readonly draws: readonly number[]
  readonly presses: readonly number[]
  /** Pointer moves to another position. */
  readonly moves: readonly number[]
  readonly taps: readonly number[]
  readonly sockets: readonly number[]
}

/**
 * Init script of the page: records pointer events, opened sockets and drawn frames, without the product's help.
 */
const watch = (): void => {
  const times = (): number[] => []
  const probed = { draws: times(), presses: times(), moves: times(), taps: times(), sockets: times() }
  Object.assign(globalThis, { probed })

  const { drawImage } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: never[]) {
    drawImage.apply(this, args as unknown as Parameters<typeof drawImage>)
    if ((args[0] as unknown) instanceof VideoFrame) probed.draws.push(performance.now())
  } as typeof drawImage

  const Socket = globalThis.WebSocket
  globalThis.WebSocket = class extends Socket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('open', () => probed.sockets.push(performance.now()))
    }
  }

  const note = (list: number[]) => (event: Event) => void list.push(event.timeStamp)
  addEventListener('pointerdown', note(probed.presses), { capture: true })
  let place = ''
  const noteMove = (event: PointerEvent) => {
    const next = `${event.clientX} ${event.clientY}`
    if (next !== place) probed.moves.push(event.timeStamp)
    place = next
  }
  addEventListener('pointermove', noteMove, { capture: true })
  addEventListener('click', note(probed.taps), { capture: true })
}

export const addProbe = (page: Page): Promise<unknown> => page.addInitScript(watch)

export const readProbe = (page: Page): Promise<ProbeTimes> => page.evaluate('probed')

export interface Swipes {
  /** Time between the first and the last move of all swipes. */
  readonly seconds: number
  /** Frames drawn in that time. */
  readonly draws: number
}

/**
 * Counts frames from the first to the last move of each swipe. Frames after its end do not count, so latency lowers the
 * result.
 */
export const measureSwipes = ({ draws, presses, moves }: Pick<ProbeTimes, 'draws' | 'presses' | 'moves'>): Swipes => {
  const spans = presses.map((press, index) => {
    const next = presses[index + 1] ?? Number.POSITIVE_INFINITY
    const own = moves.filter((at) => at >= press && at < next)
    return { from: own[0] ?? press, to: own.at(-1) ?? press }
  })
  const isDuring = (at: number) => spans.some(({ from, to }) => at >= from && at <= to)
  return {
    seconds: spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1000,
    draws: draws.filter(isDuring).length,
  }
}
