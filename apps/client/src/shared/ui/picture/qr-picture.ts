import { encode } from 'uqr'
import { base64Of } from '../../base64.ts'

/** Light modules around the code: readers need four of them. */
const QUIET_MODULES = 4
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

type Bytes = readonly number[]

const uint32 = (value: number): Bytes => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const uint16LittleEndian = (value: number): Bytes => [value & 255, value >>> 8]

const crc32 = (bytes: Bytes): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

const adler32 = (bytes: Bytes): number => {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65521
    high = (high + low) % 65521
  }
  return ((high << 16) | low) >>> 0
}

const chunk = (name: string, data: Bytes): Bytes => {
  const body = [...Array.from(name, (letter) => letter.charCodeAt(0)), ...data]
  return [...uint32(data.length), ...body, ...uint32(crc32(body))]
}

/** Zlib stream without compression; a block has at most 65,535 bytes. */
const store = (bytes: Bytes): Bytes => {
  const blocks: number[] = [0x78, 0x01]
  for (let start = 0; start < bytes.length; start += 0xffff) {
    const block = bytes.slice(start, start + 0xffff)
    const isLast = start + 0xffff >= bytes.length
    blocks.push(isLast ? 1 : 0, ...uint16LittleEndian(block.length), ...uint16LittleEndian(~block.length & 0xffff))
    for (const byte of block) blocks.push(byte)
  }
  return [...blocks, ...uint32(adler32(bytes))]
}

/** One row of pixels, a bit each and 1 for white, after its filter byte. */
const rowOf = (modules: readonly boolean[], scale: number): Bytes => {
  const bits = modules.flatMap((isDark) => Array.from({ length: scale }, () => (isDark ? 0 : 1)))
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    Array.from({ length: 8 }, (_bit, place) => bits[at * 8 + place] ?? 0).reduce<number>(
      (byte, bit) => byte * 2 + bit,
      0,
    ),
  )
  return [0, ...bytes]
}

/**
 * QR code of a text as the address of a PNG, `scale` pixels a module. Both clients show a PNG in an image, and an album
 * takes nothing else; the mini-program has no canvas outside a page and no encoder of its own.
 */
export const qrPicture = (text: string, scale: number): string => {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const rows = data.flatMap((modules) => {
    const row = rowOf(modules, scale)
    return Array.from({ length: scale }, () => row)
  })
  const header = [...uint32(size * scale), ...uint32(size * scale), 1, 0, 0, 0, 0]
  const png = [...SIGNATURE, ...chunk('IHDR', header), ...chunk('IDAT', store(rows.flat())), ...chunk('IEND', [])]
  return `data:image/png;base64,${base64Of(png)}`
}
