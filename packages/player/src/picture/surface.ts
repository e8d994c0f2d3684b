import type { Size } from './layout.ts'

/** A decoded picture; its last owner calls `close()`. */
export type Picture = CanvasImageSource & { close(): void }

export interface Surface {
  /** Takes ownership of the picture. */
  draw(picture: Picture, size: Size): void
  drawPixels(picture: ImageData): void
  /** PNG in full resolution; null before the first picture. */
  snapshot(): Promise<Blob | null>
  close(): void
}

/** At most the pixels that the screen shows: drawing cost grows with them. */
export const shownSize = (picture: Size, box: Size, pixelRatio: number): Size => {
  const scale = Math.min(1, (box.width * pixelRatio) / picture.width, (box.height * pixelRatio) / picture.height)
  if (!(scale > 0)) return picture
  return { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
}

/** Browsers without ResizeObserver have no WebCodecs either and draw at full size. */
const watchSize = (element: HTMLElement, onResize: () => void): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined
  const observer = new ResizeObserver(onResize)
  observer.observe(element)
  return () => observer.disconnect()
}

const toPng = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

/** Draws immediately instead of in the next animation frame, for latency. */
export const createSurface = (canvas: HTMLCanvasElement, onDrawn: (size: Size) => void): Surface => {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true })
  if (!context) throw new Error('the browser gives no canvas to draw on')
  let isEmpty = true
  /** The last picture, for a resize while the phone is idle and for snapshots. */
  let last: { readonly picture: Picture; readonly size: Size } | null = null

  /** Resizing clears the canvas, so it happens only right before drawing. */
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
