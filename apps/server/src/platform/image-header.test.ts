import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { readImageHeader } from './image-header.ts'

const canvas = createCanvas(123, 45)
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

it.each(['png', 'jpeg', 'webp'] as const)('reads kind and size of a %s', (type) => {
  const bytes = type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${type}`)
  expect(readImageHeader(bytes)).toEqual({ type, width: 123, height: 45 })
})

it('reads a lossless webp', () => {
  expect(readImageHeader(canvas.encodeSync('webp', 100))).toMatchObject({ type: 'webp', width: 123, height: 45 })
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a gif', pixel],
  ['the beginning of a png', canvas.toBuffer('image/png').subarray(0, 20)],
  ['the beginning of a jpeg', canvas.toBuffer('image/jpeg').subarray(0, 12)],
  ['a webp without its picture', Buffer.from('RIFF0000WEBPVP8 ')],
])('reads nothing from %s', (_name, bytes) => expect(readImageHeader(bytes)).toBeUndefined())
