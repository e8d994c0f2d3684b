import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { RawImage } from '../screen/types.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const RGB = 2
const FAST = 1
const compress = promisify(deflate)

/** Without alpha; compressed off the main thread, fast rather than small. */
export async function encodePng({ width, height, data }: RawImage): Promise<Uint8Array> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = RGB
  const pixels = await compress(opaqueRows(width, height, data), { level: FAST })
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Each row begins with the number of its filter; 0 is none. */
function opaqueRows(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const rows = new Uint8Array(height * (width * 3 + 1))
  let to = 0
  let from = 0
  for (let y = 0; y < height; y += 1) {
    to += 1
    for (let x = 0; x < width; x += 1) {
      rows[to] = rgba[from] ?? 0
      rows[to + 1] = rgba[from + 1] ?? 0
      rows[to + 2] = rgba[from + 2] ?? 0
      to += 3
      from += 4
    }
  }
  return rows
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length)
  return bytes
}
