import type { Page } from 'playwright-core'

/** Times are the page's own `performance.now()`. */
export interface ProbeTimes {
  /** Pictures of the phone that were drawn. */
  readonly draws: readonly number[]
  readonly presses: readonly number[]
  /** A finger or a mouse is elsewhere than before. */
  readonly moves: readonly number[]
  readonly taps: readonly number[]
  readonly sockets: readonly number[]
}

/**
 * Runs in the page before anything of the product: writes down when a finger went down, when a socket opened and when a
 * decoded picture had been drawn. The product knows nothing of it.
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

/** What was seen of fingers that came down and moved. */
export interface Swipes {
  /** While they moved: a finger at rest, before or after, moves nothing that could be drawn. */
  readonly seconds: number
  /** Pictures drawn in that time. */
  readonly draws: number
}

/**
 * From the first to the last place of each stroke. A picture takes its time, so the first ones of a stroke find nothing
 * drawn yet, and what is drawn after its end does not count: a late picture costs twice.
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
