import type { BufferedSource } from '../system/bytes.ts'
import { decodeTarBlock, paddingOf, TAR_BLOCK_BYTES, TarError, type TarHeader, tarKindOf } from './tar-header.ts'

/** Limit for long names and PAX records. */
const TEXT_MAX_BYTES = 64 * 1024

type Overrides = Partial<Pick<TarHeader, 'name' | 'linkTarget' | 'sizeBytes' | 'modifiedAtSeconds'>>

/** Streaming reader; the content must be read or skipped before the next header. */
export class TarReader {
  readonly #source: BufferedSource
  #left = 0
  #padding = 0

  constructor(source: BufferedSource) {
    this.#source = source
  }

  /** Null after the last file. */
  async next(): Promise<TarHeader | null> {
    for (let chunk = await this.read(); chunk !== null; ) chunk = await this.read()
    let overrides: Overrides = {}
    for (;;) {
      const block = decodeTarBlock((await this.#source.readExactly(TAR_BLOCK_BYTES)) ?? new Uint8Array(TAR_BLOCK_BYTES))
      if (block === null) return null
      const { type, ...header } = block
      if (type === 'L') overrides.name = await this.#text(header.sizeBytes)
      else if (type === 'K') overrides.linkTarget = await this.#text(header.sizeBytes)
      else if (type === 'x') overrides = { ...overrides, ...readRecords(await this.#text(header.sizeBytes)) }
      else if (type === 'g') await this.#text(header.sizeBytes)
      else {
        const found = { ...header, ...overrides, kind: tarKindOf(type) }
        this.#left = found.kind === 'folder' || found.kind === 'link' ? 0 : found.sizeBytes
        this.#padding = paddingOf(this.#left)
        return found
      }
    }
  }

  /** Next chunk of the current file; null at its end. */
  async read(): Promise<Uint8Array | null> {
    if (this.#left > 0) {
      const chunk = await this.#source.readUpTo(this.#left)
      if (chunk === null) throw new TarError('the archive is cut off')
      this.#left -= chunk.length
      return chunk
    }
    if (this.#padding > 0) await this.#source.readExactly(this.#padding)
    this.#padding = 0
    return null
  }

  async #text(sizeBytes: number): Promise<string> {
    if (sizeBytes > TEXT_MAX_BYTES) throw new TarError('a name is too long')
    const bytes = await this.#source.readExactly(sizeBytes + paddingOf(sizeBytes))
    if (bytes === null) throw new TarError('the archive is cut off')
    return new TextDecoder().decode(bytes.subarray(0, sizeBytes)).replace(/\0+$/, '')
  }
}

/** PAX records, `27 path=…\n`: the number is the length of the record. */
function readRecords(text: string): Overrides {
  const overrides: Overrides = {}
  for (const [, key, value = ''] of text.matchAll(/\d+ ([^=\n]+)=([^\n]*)\n/g)) {
    if (key === 'path') overrides.name = value
    else if (key === 'linkpath') overrides.linkTarget = value
    else if (key === 'size') overrides.sizeBytes = Number(value)
    else if (key === 'mtime') overrides.modifiedAtSeconds = Math.floor(Number(value))
  }
  return overrides
}
