import type { Size } from './place.ts'

/** Where decoded pictures become visible. */
export interface Surface {
  draw(picture: CanvasImageSource, size: Size): void
  drawPixels(picture: ImageData): void
  /** What is on it now, as a PNG; nothing before the first picture. */
  snapshot(): Promise<Blob | null>
}

/** Draws at once, without waiting for the next frame of the page: every millisecond counts between finger and picture. */
export const createSurface = (canvas: HTMLCanvasElement, onDrawn: (size: Size) => void): Surface => {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true })
  if (!context) throw new Error('the browser gives no canvas to draw on')
  let isEmpty = true

  /** A canvas is cleared when its size changes, so it changes only when the picture to fill it is there. */
  const makeRoom = ({ width, height }: Size) => {
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    isEmpty = false
  }

  return {
    draw(picture, size) {
      makeRoom(size)
      context.drawImage(picture, 0, 0, size.width, size.height)
      onDrawn(size)
    },
    drawPixels(picture) {
      makeRoom(picture)
      context.putImageData(picture, 0, 0)
      onDrawn(picture)
    },
    snapshot: () =>
      new Promise((resolve) => {
        if (isEmpty) resolve(null)
        else canvas.toBlob(resolve, 'image/png')
      }),
  }
}
