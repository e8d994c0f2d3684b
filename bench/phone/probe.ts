import type { Page } from 'playwright-core'

/** Times are the page's own `performance.now()`. */
export interface Probed {
  /** Pictures of the phone that were drawn. */
  readonly draws: readonly number[]
  readonly presses: readonly number[]
  readonly taps: readonly number[]
  readonly sockets: readonly number[]
}

/**
 * Runs in the page before anything of the product: writes down when a finger went down, when a socket opened and when a
 * decoded picture had been drawn. The product knows nothing of it.
 */
const watch = (): void => {
  const probed = { draws: [] as number[], presses: [] as number[], taps: [] as number[], sockets: [] as number[] }
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
  addEventListener('click', note(probed.taps), { capture: true })
}

export const addProbe = (page: Page): Promise<unknown> => page.addInitScript(watch)

export const readProbe = (page: Page): Promise<Probed> => page.evaluate('probed')
