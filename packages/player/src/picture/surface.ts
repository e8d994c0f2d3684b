import type { Size } from './layout.ts'

/** A decoded picture: whoever has it last lets it go. */
export type Picture = CanvasImageSource & { close(): void }

/** Where decoded pictures become visible. */
export interface Surface {
  /** The picture is the surface's from then on. */
  draw(picture: Picture, size: Size): void
  drawPixels(picture: ImageData): void
  /** What is on it now, in all its pixels, as a PNG; nothing before the first picture. */
  snapshot(): Promise<Blob | null>
  close(): void
}

/** No more pixels than the screen shows: what is drawn, handed on and put on screen 60 times a second costs by them. */
export const shownSize = (picture: Size, box: Size, pixelRatio: number): Size => {
  const scale = Math.min(1, (box.width * pixelRatio) / picture.width, (box.height * pixelRatio) / picture.height)
  if (!(scale > 0)) return picture
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}

/** Browsers too old for it decode in other ways, whose pictures are drawn whole. */
const watchSize = (element: HTMLElement, onResize: () => void): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const observer = new ResizeObserver(onResize)
  observer.observe(element)
  return () => observer.disconnect()
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Draws at once, without waiting for the next frame of the page: every millisecond counts between finger and picture. */
export const createSurface = (canvas: HTMLCanvasElement, onDrawn: (size: Size) => void): Surface => {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true })
  if (!context) throw new Error('the browser gives no canvas to draw on')
  let isEmpty = true
  /** The last one: for a screen that becomes larger while the phone rests, and for whoever wants to keep it. */
  let last: { readonly picture: Picture; readonly size: Size } | null = null

  /** A canvas is cleared when its size changes, so it changes only when the picture to fill it is there. */
  const makeRoom = ({ width, height }: Size) => {
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    isEmpty = false
  }

  const shown = (size: Size): Size =>
    shownSize(size, { width: canvas.clientWidth, height: canvas.clientHeight }, globalThis.devicePixelRatio)

  const show = (picture: Picture, size: Size) => {
    const { width, height } = shown(size)
    makeRoom({ width, height })
    context.drawImage(picture, 0, 0, width, height)
  }

  const letGo = () => {
    last?.picture.close()
    last = null
  }

  const stopWatching = watchSize(canvas, () => {
    if (!last) return
    const { width, height } = shown(last.size)
    if (width !== canvas.width || height !== canvas.height) show(last.picture, last.size)
  })

  return {
    draw(picture, size) {
      show(picture, size)
      letGo()
      last = { picture, size }
      onDrawn(size)
    },
    drawPixels(picture) {
      letGo()
      makeRoom(picture)
      context.putImageData(picture, 0, 0)
      onDrawn(picture)
    },
    async snapshot() {
      if (isEmpty) return null
      if (!last) return toPng(canvas)
      const { picture, size } = last
      const whole = Object.assign(document.createElement('canvas'), size)
      whole.getContext('2d')?.drawImage(picture, 0, 0)
      return toPng(whole)
    },
    close() {
      stopWatching()
      letGo()
    },
  }
}
