import { BadArchive } from './errors.ts'
import { HEADER_BYTES, isZero, padded, readPaxSize, readTarHeader } from './tar-header.ts'

/** Content of large members is cut at multiples of this, counted from its beginning. */
export const BLOCK_BYTES = 256 * 1024
/** Members with at least this much content have blocks of their own. */
const LARGE_BYTES = 64 * 1024
/** A group of small members ends after one of its members with this chance at least … */
const GROUP_END_CHANCE = 1 / 4
/** … and with certainty after one of this size. */
const GROUP_BYTES = 16 * 1024
const MAX_GROUP_BYTES = BLOCK_BYTES
const MAX_RECORD_BYTES = 1024 * 1024
const END_RECORDS = 2

/**
 * Cuts a tar into blocks so that what has not changed gives the same blocks again. Large members are cut at fixed places
 * of their content. Headers and small members are grouped; whether a group ends behind a member depends on nothing but the
 * member's name and size, so that added, changed and removed files change the groups around them only.
 */
export class TarCutter {
  #header = Buffer.alloc(HEADER_BYTES)
  #headerBytes = 0
  #group = Buffer.allocUnsafeSlow(2 * MAX_GROUP_BYTES)
  #groupBytes = 0
  #leftBytes = 0
  #isLarge = false
  #isAboutNext = false
  readonly #scratch = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  #blockLength = 0
  #blockBytes = 0
  #memberHash = FNV_BASIS
  #memberBytes = 0
  #record: Buffer[] | null = null
  #paxSize: number | null = null
  #emptyRecords = 0

  #endMember(): void {
    this.#memberHash = FNV_BASIS
    this.#memberBytes = 0
  }

  /** Blocks that are complete, each valid until the next one. The chunk may be reused afterwards. */
  *push(chunk: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let at = 0
    while (at < bytes.length) {
      if (this.#leftBytes > 0) {
        const taken = bytes.subarray(at, at + Math.min(this.#leftBytes, bytes.length - at))
        at += taken.length
        this.#leftBytes -= taken.length
        yield* this.#isLarge ? this.#pushLarge(taken) : this.#pushSmall(taken)
      } else {
        const taken = bytes.copy(this.#header, this.#headerBytes, at, at + HEADER_BYTES - this.#headerBytes)
        at += taken
        this.#headerBytes += taken
        if (this.#headerBytes === HEADER_BYTES) yield* this.#pushHeader()
      }
    }
  }

  /** The last block. Throws where the archive breaks off. */
  *end(): Generator<Buffer> {
    if (this.#headerBytes > 0 || this.#leftBytes > 0 || this.#emptyRecords < END_RECORDS)
      throw new BadArchive('the archive breaks off')
    yield* this.#endGroup()
  }

  *#pushHeader(): Generator<Buffer> {
    const record = this.#header
    this.#headerBytes = 0
    this.#addToGroup(record)
    if (this.#emptyRecords > 0) {
      if (!isZero(record)) throw new BadArchive('the archive goes on behind its end')
      this.#emptyRecords += 1
      if (this.#groupBytes >= MAX_GROUP_BYTES) yield* this.#endGroup()
      return
    }
    const header = readTarHeader(record)
    if (!header) {
      this.#emptyRecords = 1
      return
    }
    const { name, isAboutNext, isPax, contentBytes } = header
    if (isAboutNext && contentBytes > MAX_RECORD_BYTES) throw new BadArchive('a name in the archive is too long')
    this.#isAboutNext = isAboutNext
    this.#record = isAboutNext && isPax ? [] : null
    this.#leftBytes = isAboutNext ? contentBytes : padded(this.#paxSize ?? contentBytes)
    this.#isLarge = !isAboutNext && this.#leftBytes >= LARGE_BYTES
    this.#memberHash = fnv(name, this.#memberHash)
    this.#memberBytes += HEADER_BYTES
    if (!isAboutNext) this.#paxSize = null
    if (this.#isLarge) {
      this.#endMember()
      yield* this.#endGroup()
    } else if (this.#leftBytes === 0) yield* this.#endSmall()
  }

  *#pushSmall(bytes: Buffer): Generator<Buffer> {
    this.#addToGroup(bytes)
    this.#memberBytes += bytes.length
    if (this.#isAboutNext) this.#memberHash = fnv(bytes, this.#memberHash)
    this.#record?.push(Buffer.from(bytes))
    if (this.#leftBytes === 0) yield* this.#endSmall()
  }

  *#endSmall(): Generator<Buffer> {
    if (this.#isAboutNext) {
      if (this.#record) this.#paxSize = readPaxSize(Buffer.concat(this.#record))
      this.#record = null
      return
    }
    const chance = Math.max(GROUP_END_CHANCE, this.#memberBytes / GROUP_BYTES)
    const isEnd = mix(this.#memberHash) < chance * 2 ** 32
    this.#endMember()
    if (isEnd || this.#groupBytes >= MAX_GROUP_BYTES) yield* this.#endGroup()
  }

  *#pushLarge(bytes: Buffer): Generator<Buffer> {
    let at = 0
    while (at < bytes.length) {
      // What is left of the member includes the part of these bytes that was not copied yet.
      if (this.#blockBytes === 0) this.#blockLength = Math.min(BLOCK_BYTES, this.#leftBytes + bytes.length - at)
      const taken = bytes.copy(this.#scratch, this.#blockBytes, at, at + this.#blockLength - this.#blockBytes)
      at += taken
      this.#blockBytes += taken
      if (this.#blockBytes === this.#blockLength) {
        this.#blockBytes = 0
        yield this.#scratch.subarray(0, this.#blockLength)
      }
    }
  }

  #addToGroup(bytes: Buffer): void {
    const neededBytes = this.#groupBytes + bytes.length
    // Long names alone do not fit.
    if (neededBytes > this.#group.length) this.#group = Buffer.concat([this.#group], 2 * neededBytes)
    bytes.copy(this.#group, this.#groupBytes)
    this.#groupBytes = neededBytes
  }

  *#endGroup(): Generator<Buffer> {
    if (this.#groupBytes === 0) return
    const group = this.#group.subarray(0, this.#groupBytes)
    this.#groupBytes = 0
    yield group
  }
}

const FNV_BASIS = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a. */
function fnv(bytes: Uint8Array, from: number): number {
  let hash = from
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME)
  return hash
}

/** Finaliser of MurmurHash3: every bit of the hash counts in the comparison. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
