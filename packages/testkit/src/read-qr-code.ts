import jsqr from 'jsqr'
import type { Locator } from 'playwright-core'

type Scan = (pixels: Uint8ClampedArray, width: number, height: number) => { readonly data: string } | null

/** The package's types name its export differently for Node and for a bundler. */
const scan = jsqr as unknown as Scan

/** Text of a QR code in the middle of a picture, as a scanner reads it; undefined without one. */
export const readQrPixels = (pixels: Uint8ClampedArray, width: number, height: number): string | undefined =>
  scan(pixels, width, height)?.data

/** Text of the QR code that an `<img>` shows. */
export const readQrCode = async (picture: Locator): Promise<string | undefined> => {
  const { pixels, width, height } = await picture.evaluate(async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    return { pixels: Array.from(data), width: canvas.width, height: canvas.height }
  })
  return readQrPixels(new Uint8ClampedArray(pixels), width, height)
}
