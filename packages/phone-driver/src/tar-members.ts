import { PhoneError } from './errors.ts'

const BLOCK_BYTES = 512
const NAME_BYTES = 100
/** Records that say more about the member behind them: long names and links of GNU, and pax headers. */
const ABOUT_NEXT = new Set(['L', 'K', 'x', 'g'])
const LONG_NAME = 'L'

/** The end of a tar: two empty blocks. */
export const TAR_END = new Uint8Array(BLOCK_BYTES * 2)

/** Records about the next member are held in memory. */
const ABOUT_MAX_BYTES = 64 * 1024
const LONG_LINK = 'K'

/** Types of tar's members that a backup may hold. */
export const TarType = { file: '0', hardLink: '1', symbolicLink: '2', folder: '5' } as const

export interface TarMember {
  readonly name: string
  /** Of `TarType`, or a type that backups do not hold. */
  readonly type: string
  /** Empty for anything but a link. */
  readonly linkName: string
  /** Of the content, without padding. */
  readonly sizeBytes: number
  /** Types of the records before its header: long names, long links, pax. */
  readonly recordTypes: readonly string[]
}

/** Headers of a member, or a part of its content with the padding at its end; the bytes may be a view of the chunk pushed. */
export interface TarPiece {
  readonly member: TarMember
  readonly isHeader: boolean
  readonly bytes: Uint8Array
}

interface Header {
  readonly name: string
  readonly type: string
  readonly linkName: string
  readonly sizeBytes: number
}

/**
 * Passes a tar on member by member, without those that `keeps` refuses and without the end of the archive, so that more can
 * follow. Holds a copy of one header at most: a pushed chunk may be freed once its pieces are used.
 */
export class TarMembers {
  readonly #keeps: (member: TarMember) => boolean
  #pending: Buffer = Buffer.alloc(0)
  /** Records about the next member, with their content. */
  #prefix: Buffer[] = []
  #recordTypes: string[] = []
  #longName: string | null = null
  #longLink: string | null = null
  #member: TarMember = { name: '', type: '', linkName: '', sizeBytes: 0, recordTypes: [] }
  #leftBytes = 0
  #isKept = true
  #hasEnded = false

  constructor(keeps: (member: TarMember) => boolean) {
    this.#keeps = keeps
  }

  /** False while the archive breaks off in the middle. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /**
   * The member in the middle of which the archive breaks off, with the zeros that make it whole; null when it breaks off
   * elsewhere.
   */
  complete(): { readonly name: string; readonly zeros: Uint8Array } | null {
    if (this.#hasEnded || this.#leftBytes === 0) return null
    const zeros = new Uint8Array(this.#isKept ? this.#leftBytes : 0)
    this.#leftBytes = 0
    return { name: this.#member.name, zeros }
  }

  push(chunk: Uint8Array): TarPiece[] {
    if (this.#hasEnded) return []
    this.#pending = this.#pending.length === 0 ? viewOf(chunk) : Buffer.concat([this.#pending, chunk])
    const passed: TarPiece[] = []
    while (!this.#hasEnded && this.#pending.length > 0) {
      const taken = this.#leftBytes > 0 ? this.#takeContent() : this.#takeHeader()
      if (taken === null) break
      passed.push(...taken)
    }
    this.#pending = Buffer.from(this.#pending)
    return passed
  }

  #takeContent(): TarPiece[] {
    const bytes = this.#take(Math.min(this.#leftBytes, this.#pending.length))
    this.#leftBytes -= bytes.length
    return this.#isKept ? [{ member: this.#member, isHeader: false, bytes }] : []
  }

  /** Null while the header is not whole. */
  #takeHeader(): TarPiece[] | null {
    if (this.#pending.length < BLOCK_BYTES) return null
    const block = this.#pending.subarray(0, BLOCK_BYTES)
    const header = readHeader(block)
    if (header === null) {
      this.#hasEnded = true
      return []
    }
    if (!ABOUT_NEXT.has(header.type)) return this.#beginMember(header)
    if (header.sizeBytes > ABOUT_MAX_BYTES) throw new PhoneError('badArchive', 'a name in the archive is too long')
    const recordBytes = BLOCK_BYTES + padded(header.sizeBytes)
    if (this.#pending.length < recordBytes) return null
    const record = Buffer.from(this.#take(recordBytes))
    this.#prefix.push(record)
    this.#recordTypes.push(header.type)
    const text = textOf(record.subarray(BLOCK_BYTES, BLOCK_BYTES + header.sizeBytes))
    if (header.type === LONG_NAME) this.#longName = text
    if (header.type === LONG_LINK) this.#longLink = text
    return []
  }

  #beginMember({ name, type, linkName, sizeBytes }: Header): TarPiece[] {
    const bytes = Buffer.concat([...this.#prefix, this.#take(BLOCK_BYTES)])
    this.#member = {
      name: this.#longName ?? name,
      type,
      linkName: this.#longLink ?? linkName,
      sizeBytes,
      recordTypes: this.#recordTypes,
    }
    this.#isKept = this.#keeps(this.#member)
    this.#leftBytes = padded(sizeBytes)
    this.#prefix = []
    this.#recordTypes = []
    this.#longName = null
    this.#longLink = null
    return this.#isKept ? [{ member: this.#member, isHeader: true, bytes }] : []
  }

  #take(bytes: number): Buffer {
    const taken = this.#pending.subarray(0, bytes)
    this.#pending = this.#pending.subarray(bytes)
    return taken
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

const padded = (sizeBytes: number): number => Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES

/** Null for an empty block. */
function readHeader(block: Buffer): Header | null {
  if (block.every((byte) => byte === 0)) return null
  const sizeBytes = readSize(block)
  const checksum = Number.parseInt(textOf(block.subarray(148, 156)), 8)
  if (checksum !== checksumOf(block) || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0) {
    throw new PhoneError('badArchive', 'the archive is no tar')
  }
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? textOf(block.subarray(345, 500)) : ''
  const name = textOf(block.subarray(0, NAME_BYTES))
  const type = String.fromCharCode(block[156] ?? 0)
  const isFile = type === TarType.file || type === '\0' || type === '7'
  const isLink = type === TarType.hardLink || type === TarType.symbolicLink
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: isFile ? TarType.file : type,
    linkName: isLink ? textOf(block.subarray(157, 257)) : '',
    // Only files and the records about the next member have content, whatever the size says.
    sizeBytes: isFile || ABOUT_NEXT.has(type) ? sizeBytes : 0,
  }
}

/** Octal, or base-256 where the first bit says so. */
function readSize(block: Buffer): number {
  if (((block[124] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(128))
  return Number.parseInt(textOf(block.subarray(124, 136)).trim() || '0', 8)
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end)
}

/** Over the block with its own field as spaces. */
function checksumOf(block: Buffer): number {
  const field = block.subarray(148, 156).reduce((sum, byte) => sum + byte, 0)
  return block.reduce((sum, byte) => sum + byte, 0) - field + 8 * 0x20
}

/** A file of root's that only its owner can read. */
export const encodeTarMember = (name: string, content: Uint8Array): Buffer =>
  Buffer.concat([encodeTarHeader(name, content.length), content, tarPadding(content.length)])

/** Header of such a file, whose content and padding follow. */
export function encodeTarHeader(name: string, sizeBytes: number): Buffer {
  const isLong = Buffer.byteLength(name) > NAME_BYTES
  const text = Buffer.from(`${name}\0`)
  const longName = isLong
    ? [encodeHeader('././@LongLink', LONG_NAME, text.length), text, tarPadding(text.length)]
    : [Buffer.alloc(0)]
  return Buffer.concat([...longName, encodeHeader(name, TarType.file, sizeBytes)])
}

/** Zeros up to the next block. */
export const tarPadding = (sizeBytes: number): Buffer => Buffer.alloc(padded(sizeBytes) - sizeBytes)

function encodeHeader(name: string, type: string, sizeBytes: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name, 0, NAME_BYTES)
  header.write('0000600\0' + '0000000\0'.repeat(2), 100)
  header.write(`${sizeBytes.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124)
  header.write(type, 156)
  header.write('ustar  \0', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
