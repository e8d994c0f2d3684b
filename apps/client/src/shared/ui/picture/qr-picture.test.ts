import { inflateSync } from 'node:zlib'
import { readQrPixels } from '@yunji/testkit/read-qr-code'
import { expect, test } from 'vitest'
import { qrPicture } from './qr-picture.ts'

const bytesOf = (address: string): Buffer => {
  expect(address).toMatch(/^data:image\/png;base64,/)
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

/** Pixels of a PNG as it is written here: a bit each, one data chunk. */
const readPng = (png: Buffer) => {
  const size = png.readUInt32BE(16)
  const start = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))
  const rowBytes = Math.ceil(size / 8) + 1
  const isWhite = (x: number, y: number) => ((rows[y * rowBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1
  return { size, isWhite }
}

const scan = (png: Buffer): string | undefined => {
  const { size, isWhite } = readPng(png)
  const pixels = new Uint8ClampedArray(size * size * 4)
  for (let at = 0; at < size * size; at += 1) {
    const light = isWhite(at % size, Math.floor(at / size)) * 255
    pixels.set([light, light, light, 255], at * 4)
  }
  return readQrPixels(pixels, size, size)
}

const LINK = `https://cloud.example.com/pages/webView/web_instance?share=${'aB3_-'.repeat(8)}xyz`

test.each([4, 5, 12])('is read by a scanner, %i pixels a module', (scale) => {
  expect(scan(bytesOf(qrPicture(LINK, scale)))).toBe(LINK)
})

test('has a quiet zone of four modules on every side', () => {
  const scale = 5
  const { size, isWhite } = readPng(bytesOf(qrPicture(LINK, scale)))
  for (let place = 0; place < size; place += 1)
    for (let depth = 0; depth < 4 * scale; depth += 1) {
      const edges = [
        [place, depth],
        [place, size - 1 - depth],
        [depth, place],
        [size - 1 - depth, place],
      ] as const
      for (const [x, y] of edges) expect(isWhite(x, y)).toBe(1)
    }
  expect(isWhite(4 * scale, 4 * scale)).toBe(0)
})

test('carries words of any language', () => {
  expect(scan(bytesOf(qrPicture('云手机 🎈', 6)))).toBe('云手机 🎈')
})
