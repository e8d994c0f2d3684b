export interface ImageHeader {
  readonly type: 'png' | 'jpeg' | 'webp'
  readonly width: number
  readonly height: number
}

/**
 * Type and size from a picture's first bytes, independent of its name and content type. Checked before decoding: a few
 * kilobytes can declare more pixels than there is memory.
 */
export const readImageHeader = (bytes: Buffer): ImageHeader | undefined =>
  readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const PNG_HEAD_BYTES = 24

const readPng = (bytes: Buffer): ImageHeader | undefined => {
  if (bytes.length < PNG_HEAD_BYTES || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Start-of-frame markers; C4, C8 and CC have other meanings. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const readJpeg = (bytes: Buffer): ImageHeader | undefined => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // Markers may be padded with any number of FF.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const WEBP_HEAD_BYTES = 30
const FOURTEEN_BITS = 0x3fff

const readWebp = (bytes: Buffer): ImageHeader | undefined => {
  const head = bytes.toString('latin1', 0, 16)
  if (bytes.length < WEBP_HEAD_BYTES || !/^RIFF.{4}WEBPVP8[ LX]$/s.test(head)) return undefined
  switch (head.at(-1)) {
    case 'X':
      return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'L': {
      const size = bytes.readUInt32LE(21)
      return { type: 'webp', width: (size & FOURTEEN_BITS) + 1, height: ((size >>> 14) & FOURTEEN_BITS) + 1 }
    }
    default:
      return {
        type: 'webp',
        width: bytes.readUInt16LE(26) & FOURTEEN_BITS,
        height: bytes.readUInt16LE(28) & FOURTEEN_BITS,
      }
  }
}
