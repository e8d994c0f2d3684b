import type { Size } from '../picture/layout.ts'

/** Decoded planes; coded rows may be longer than the visible picture. */
export interface I420 {
  readonly data: Uint8Array
  readonly coded: Size
}

// BT.601, limited range, in 16.16 fixed point.
const Y_SCALE = 76_309
const RED_V = 104_597
const GREEN_U = 25_675
const GREEN_V = 53_279
const BLUE_U = 132_201
const ROUND = 32_768
const OPAQUE = 255

/** Converts the visible part to RGBA. */
export const i420ToRgba = ({ data, coded }: I420, shown: Size): Uint8ClampedArray<ArrayBuffer> => {
  const { width, height } = shown
  const rgba = new Uint8ClampedArray(width * height * 4)
  const chromaWidth = coded.width >> 1
  const planeU = coded.width * coded.height
  const planeV = planeU + chromaWidth * (coded.height >> 1)
  let at = 0
  for (let row = 0; row < height; row += 1) {
    const rowY = row * coded.width
    const rowChroma = (row >> 1) * chromaWidth
    for (let column = 0; column < width; column += 1) {
      const chroma = rowChroma + (column >> 1)
      const luma = ((data[rowY + column] ?? 0) - 16) * Y_SCALE + ROUND
      const u = (data[planeU + chroma] ?? 0) - 128
      const v = (data[planeV + chroma] ?? 0) - 128
      // Uint8ClampedArray clamps to 0..255.
      rgba[at] = (luma + RED_V * v) >> 16
      rgba[at + 1] = (luma - GREEN_U * u - GREEN_V * v) >> 16
      rgba[at + 2] = (luma + BLUE_U * u) >> 16
      rgba[at + 3] = OPAQUE
      at += 4
    }
  }
  return rgba
}
