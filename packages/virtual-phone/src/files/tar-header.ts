/** One record of a tar: everything before the content. */
export interface TarHeader {
  name: string
  kind: 'file' | 'folder' | 'link' | 'other'
  mode: number
  sizeBytes: number
  modifiedAtSeconds: number
  linkTarget: string
}

export class TarError extends Error {
  override name = 'TarError'
}

export const TAR_BLOCK_BYTES = 512
const NAME_BYTES = 100
/** GNU extension: a longer name stands in a record of its own before the file. */
const LONG_NAME_TYPE = 'L'
const LONG_LINK_TYPE = 'K'
const TYPES = { file: '0', folder: '5', link: '2' } as const
const OCTAL_SIZE_LIMIT = 8 ** 11

export const paddingOf = (sizeBytes: number) => (TAR_BLOCK_BYTES - (sizeBytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES

export function encodeTarHeader(header: TarHeader & { kind: keyof typeof TYPES }): Uint8Array {
  const parts: Uint8Array[] = []
  if (Buffer.byteLength(header.name) > NAME_BYTES) parts.push(longText(LONG_NAME_TYPE, header.name))
  if (Buffer.byteLength(header.linkTarget) > NAME_BYTES) parts.push(longText(LONG_LINK_TYPE, header.linkTarget))
  parts.push(block(header, TYPES[header.kind]))
  return Buffer.concat(parts)
}

function longText(type: string, text: string): Uint8Array {
  const content = Buffer.from(`${text}\0`)
  const header = { name: '././@LongLink', mode: 0, sizeBytes: content.length, modifiedAtSeconds: 0, linkTarget: '' }
  return Buffer.concat([block(header, type), content, Buffer.alloc(paddingOf(content.length))])
}

function block(header: Omit<TarHeader, 'kind'>, type: string): Uint8Array {
  const bytes = Buffer.alloc(TAR_BLOCK_BYTES)
  bytes.set(Buffer.from(header.name).subarray(0, NAME_BYTES), 0)
  writeOctal(bytes, 100, 8, header.mode & 0o7777)
  writeOctal(bytes, 108, 8, 0)
  writeOctal(bytes, 116, 8, 0)
  writeSize(bytes, header.sizeBytes)
  writeOctal(bytes, 136, 12, Math.max(0, header.modifiedAtSeconds))
  bytes.write(type, 156)
  bytes.set(Buffer.from(header.linkTarget).subarray(0, NAME_BYTES), 157)
  bytes.write('ustar  \0', 257)
  bytes.write('root', 265)
  bytes.write('root', 297)
  bytes.fill(0x20, 148, 156)
  bytes.write(`${checksumOf(bytes).toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

function writeOctal(bytes: Buffer, at: number, length: number, value: number): void {
  bytes.write(value.toString(8).padStart(length - 1, '0'), at)
}

/** Base-256 above 8 GiB, marked by the first bit. */
function writeSize(bytes: Buffer, sizeBytes: number): void {
  if (sizeBytes < OCTAL_SIZE_LIMIT) return writeOctal(bytes, 124, 12, sizeBytes)
  bytes[124] = 0x80
  bytes.writeBigUInt64BE(BigInt(sizeBytes), 128)
}

const checksumOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum + byte, 0)

/** Header with its raw type; null for the empty blocks at the end. */
export function decodeTarBlock(given: Uint8Array): (Omit<TarHeader, 'kind'> & { type: string }) | null {
  const bytes = Buffer.from(given)
  if (bytes.every((byte) => byte === 0)) return null
  const checksum = readNumber(bytes, 148, 8)
  const blanked = Buffer.from(bytes).fill(0x20, 148, 156)
  if (checksum !== checksumOf(blanked)) throw new TarError('bad header')
  const isPosix = bytes.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isPosix ? textOf(bytes, 345, 155) : ''
  const name = textOf(bytes, 0, NAME_BYTES)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    mode: readNumber(bytes, 100, 8),
    sizeBytes: readNumber(bytes, 124, 12),
    modifiedAtSeconds: readNumber(bytes, 136, 12),
    type: String.fromCharCode(bytes[156] ?? 0),
    linkTarget: textOf(bytes, 157, NAME_BYTES),
  }
}

function textOf(bytes: Buffer, at: number, length: number): string {
  const end = bytes.indexOf(0, at)
  return bytes.toString('utf8', at, end < 0 || end > at + length ? at + length : end)
}

function readNumber(bytes: Buffer, at: number, length: number): number {
  if (((bytes[at] ?? 0) & 0x80) !== 0) return Number(bytes.readBigUInt64BE(at + length - 8))
  const text = textOf(bytes, at, length).trim()
  const value = text === '' ? 0 : Number.parseInt(text, 8)
  if (!Number.isSafeInteger(value)) throw new TarError('bad header')
  return value
}

export const tarKindOf = (type: string): TarHeader['kind'] => {
  if (type === '0' || type === '\0' || type === '7') return 'file'
  if (type === '5') return 'folder'
  return type === '2' ? 'link' : 'other'
}
