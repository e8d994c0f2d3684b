import { BadArchive } from './errors.ts'

export const HEADER_BYTES = 512
/** Records about the next member: long names and links of GNU, and pax headers. */
const ABOUT_NEXT = new Set(['L', 'K', 'x', 'g'])
const PAX = 'x'

export interface TarHeader {
  /** Bytes of the name, of the header alone. */
  readonly name: Buffer
  readonly isAboutNext: boolean
  readonly isPax: boolean
  /** With padding to whole records. */
  readonly contentBytes: number
}

export const padded = (bytes: number): number => Math.ceil(bytes / HEADER_BYTES) * HEADER_BYTES

/** Null for an empty record, which begins the end of the archive. */
export function readTarHeader(record: Buffer): TarHeader | null {
  if (isZero(record)) return null
  const sizeBytes = readSize(record)
  const stated = Number.parseInt(record.toString('latin1', 148, 156).replaceAll('\0', ' ').trim(), 8)
  if (stated !== checksumOf(record) || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
    throw new BadArchive('a header of the archive is damaged')
  const type = String.fromCharCode(record[156] ?? 0)
  const isAboutNext = ABOUT_NEXT.has(type)
  // Only files and the records about the next member have content, whatever the size says.
  const hasContent = type === '0' || type === '\0' || type === '7' || isAboutNext
  return {
    name: Buffer.concat([record.subarray(345, 500), record.subarray(0, 100)]),
    isAboutNext,
    isPax: type === PAX,
    contentBytes: hasContent ? padded(sizeBytes) : 0,
  }
}

export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

/** Size of the next member as a pax header states it; null where it does not. */
export function readPaxSize(content: Buffer): number | null {
  const [, digits] = /(?:^|\n)\d+ size=(\d+)\n/.exec(content.toString('latin1')) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Octal, or base-256 where the first bit says so. */
function readSize(record: Buffer): number {
  if (((record[124] ?? 0) & 0x80) !== 0) return Number(record.readBigUInt64BE(128))
  return Number.parseInt(record.toString('latin1', 124, 136).replaceAll('\0', ' ').trim() || '0', 8)
}

/** Over the record with the checksum itself as spaces. */
function checksumOf(record: Buffer): number {
  let sum = 8 * 0x20
  for (let index = 0; index < HEADER_BYTES; index += 1) {
    if (index < 148 || index >= 156) sum += record[index] ?? 0
  }
  return sum
}
