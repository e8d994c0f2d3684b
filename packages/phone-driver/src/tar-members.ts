import { PhoneError } from './errors.ts'

const BLOCK_BYTES = 512
const NAME_BYTES = 100
/** Records that say more about the member behind them: long names and links of GNU, and pax headers. */
const ABOUT_NEXT = new Set(['L', 'K', 'x', 'g'])
const LONG_NAME = 'L'

/** The end of a tar: two empty blocks. */
export const TAR_END = new Uint8Array(BLOCK_BYTES * 2)

interface Header {
  readonly name: string
  readonly type: string
  /** With padding. */
  readonly contentBytes: number
}

/**
 * Passes a tar on member by member, without those that `keeps` refuses and without the end of the archive, so that more can
 * follow. Holds one header at most.
 */
export class TarMembers {
  readonly #keeps: (name: string) => boolean
  #pending = Buffer.alloc(0)
  /** Records about the next member, with their content. */
  #prefix: Uint8Array[] = []
  #longName: string | null = null
  #name = ''
  #leftBytes = 0
  #isKept = true
  #hasEnded = false

  constructor(keeps: (name: string) => boolean) {
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
    return { name: this.#name, zeros }
  }

  push(chunk: Uint8Array): Uint8Array[] {
    if (this.#hasEnded) return []
    this.#pending = this.#pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#pending, chunk])
    const passed: Uint8Array[] = []
    while (!this.#hasEnded && this.#pending.length > 0) {
      const taken = this.#leftBytes > 0 ? this.#takeContent() : this.#takeHeader()
      if (taken === null) break
      passed.push(...taken)
    }
    return passed
  }

  #takeContent(): Uint8Array[] {
    const content = this.#take(Math.min(this.#leftBytes, this.#pending.length))
    this.#leftBytes -= content.length
    return this.#isKept ? [content] : []
  }

  /** Null while the header is not whole. */
  #takeHeader(): Uint8Array[] | null {
    if (this.#pending.length < BLOCK_BYTES) return null
    const block = this.#pending.subarray(0, BLOCK_BYTES)
    const header = readHeader(block)
    if (header === null) {
      this.#hasEnded = true
      return []
    }
    if (!ABOUT_NEXT.has(header.type)) return this.#beginMember(header)
    const recordBytes = BLOCK_BYTES + header.contentBytes
    if (this.#pending.length < recordBytes) return null
    const record = this.#take(recordBytes)
    this.#prefix.push(record)
    if (header.type === LONG_NAME) this.#longName = textOf(record.subarray(BLOCK_BYTES))
    return []
  }

  #beginMember({ name, contentBytes }: Header): Uint8Array[] {
    const records = [...this.#prefix, this.#take(BLOCK_BYTES)]
    this.#name = this.#longName ?? name
    this.#isKept = this.#keeps(this.#name)
    this.#leftBytes = contentBytes
    this.#prefix = []
    this.#longName = null
    return this.#isKept ? records : []
  }

  #take(bytes: number): Buffer {
    const taken = this.#pending.subarray(0, bytes)
    this.#pending = this.#pending.subarray(bytes)
    return taken
  }
}

/** Null for an empty block. */
function readHeader(block: Buffer): Header | null {
  if (block.every((byte) => byte === 0)) return null
  const sizeBytes = readSize(block)
  const checksum = Number.parseInt(textOf(block.subarray(148, 156)), 8)
  if (checksum !== checksumOf(block) || !Number.isSafeInteger(sizeBytes)) {
    throw new PhoneError('commandFailed', 'the archive is no tar')
  }
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? textOf(block.subarray(345, 500)) : ''
  const name = textOf(block.subarray(0, NAME_BYTES))
  const type = String.fromCharCode(block[156] ?? 0)
  // Only files and the records about the next member have content, whatever the size says.
  const hasContent = type === '0' || type === '\0' || type === '7' || ABOUT_NEXT.has(type)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type,
    contentBytes: hasContent ? Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES : 0,
  }
}

/** Octal, or base-256 where the first bit says so. */
function readSize(block: Buffer): number {
  if (((block[124] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(128))
  return Number.parseInt(textOf(block.subarray(124, 136)) || '0', 8)
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end).trim()
}

/** Over the block with its own field as spaces. */
function checksumOf(block: Buffer): number {
  const field = block.subarray(148, 156).reduce((sum, byte) => sum + byte, 0)
  return block.reduce((sum, byte) => sum + byte, 0) - field + 8 * 0x20
}

/** A file of root's that only its owner can read. */
export function encodeTarMember(name: string, content: Uint8Array): Buffer {
  const isLong = Buffer.byteLength(name) > NAME_BYTES
  const longName = isLong ? encodeRecord('././@LongLink', LONG_NAME, Buffer.from(`${name}\0`)) : Buffer.alloc(0)
  return Buffer.concat([longName, encodeRecord(name, '0', content)])
}

function encodeRecord(name: string, type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(name, 0, NAME_BYTES)
  header.write('0000600\0' + '0000000\0'.repeat(2), 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124)
  header.write(type, 156)
  header.write('ustar  \0', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, content, Buffer.alloc(-content.length & (BLOCK_BYTES - 1))])
}
