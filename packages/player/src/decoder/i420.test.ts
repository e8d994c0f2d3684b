import { describe, expect, it } from 'vitest'
import { i420ToRgba } from './i420.ts'

/** One colour all over a picture of 2 by 2. */
const plain = (y: number, u: number, v: number) => ({
  data: Uint8Array.from([y, y, y, y, u, v]),
  coded: { width: 2, height: 2 },
})

describe('planes to pixels', () => {
  it.each([
    ['black', plain(16, 128, 128), [0, 0, 0]],
    ['white', plain(235, 128, 128), [255, 255, 255]],
    ['grey', plain(126, 128, 128), [128, 128, 128]],
    ['red', plain(81, 90, 240), [254, 0, 0]],
    ['green', plain(145, 54, 34), [0, 255, 1]],
    ['blue', plain(41, 240, 110), [0, 0, 255]],
  ])('%s', (_name, picture, [red, green, blue]) => {
    const rgba = i420ToRgba(picture, { width: 2, height: 2 })
    expect([...rgba]).toEqual(Array.from({ length: 4 }, () => [red, green, blue, 255]).flat())
  })

  it('leaves out the rows and columns that only fill up the last blocks', () => {
    const coded = { width: 4, height: 4 }
    const luma = [16, 235, 99, 99, 235, 16, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99]
    const data = Uint8Array.from([...luma, ...Array.from({ length: 8 }, () => 128)])
    const rgba = i420ToRgba({ data, coded }, { width: 2, height: 2 })
    expect([0, 4, 8, 12].map((at) => rgba[at])).toEqual([0, 255, 255, 0])
  })

  it('gives each pixel the colour of its block', () => {
    const luma = Array.from({ length: 8 }, () => 126)
    const data = Uint8Array.from([...luma, 128, 128, 128, 240])
    const rgba = i420ToRgba({ data, coded: { width: 4, height: 2 } }, { width: 4, height: 2 })
    expect([0, 4, 8, 12].map((at) => rgba[at])).toEqual([128, 128, 255, 255])
  })
})
