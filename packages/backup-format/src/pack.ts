import { hash } from 'node:crypto'
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { BackupDamaged } from './errors.ts'
import { freeBuffer } from './free-buffer.ts'
import type { BlockHash, Frame, Hashing } from './types.ts'

/** Raw bytes from which a frame is closed. */
export const FRAME_BYTES = 4 * 1024 * 1024
/** No block is longer: a group of small members with one long name. */
export const MAX_BLOCK_BYTES = 2 * FRAME_BYTES
const MAX_FRAME_BYTES = FRAME_BYTES + MAX_BLOCK_BYTES
/** Raw bytes from which a pack is closed. Each is synced and recorded alone, which takes as long for a few bytes. */
export const PACK_BYTES = 32 * 1024 * 1024
/** Most of what phones hold is compressed already: level 3 takes twice the processor for hardly less. */
const LEVEL = 1
/** What a frame may take beyond incompressible bytes. */
const SPARE_BYTES = 64 * 1024
/** Of a frame. */
export const MAX_FRAME_BODY_BYTES = MAX_FRAME_BYTES + SPARE_BYTES
/** Of a pack. */
export const MAX_PACK_BODY_BYTES = PACK_BYTES + 2 * MAX_FRAME_BODY_BYTES
/** The least that zlib accepts. */
const MIN_CHUNK_BYTES = 64
const SHA256_DIGITS = 64
const HASH_DIGITS = 64

export const hashOf = (bytes: Uint8Array, hashing: Hashing): BlockHash =>
  hashing === 'sha256' ? hash('sha256', bytes, 'hex') : hash('blake2b512', bytes, 'hex').slice(0, HASH_DIGITS)

/** Place of a block in the bytes of a window or a pack. */
export interface Place {
  readonly offset: number
  readonly length: number
}

export const hashesOf = (bytes: Uint8Array, places: readonly Place[], hashing: Hashing): BlockHash[] =>
  places.map(({ offset, length }) => hashOf(bytes.subarray(offset, offset + length), hashing))

/** Finds damage of a frame before it is decompressed; what comes out is held against the hashes of its blocks. */
const checksumOf = (body: Uint8Array): string => crc32(body).toString(16).padStart(8, '0')

/** Packs of earlier releases have the SHA-256 of their body. */
export const isIntact = (body: Uint8Array, checksum: string): boolean =>
  (checksum.length === SHA256_DIGITS ? hashOf(body, 'sha256') : checksumOf(body)) === checksum

/** Compresses bytes and reads them back, so that no mistake of the compressor is ever stored. */
export function compress(raw: Uint8Array): { readonly body: Buffer; readonly checksum: string } {
  const body = zstdCompressSync(raw, {
    chunkSize: raw.length + SPARE_BYTES,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  })
  const back = decompressTo(body, raw.length)
  const isSame = back.equals(raw)
  freeBuffer(back)
  if (!isSame) throw new BackupDamaged('compressed bytes differ from their origin')
  return { body, checksum: checksumOf(body) }
}

// The chunk is not filled to its end: that would be another turn.
const decompressTo = (body: Uint8Array, rawBytes: number): Buffer =>
  zstdDecompressSync(body, { maxOutputLength: rawBytes, chunkSize: rawBytes + MIN_CHUNK_BYTES })

/** Raw bytes of a frame. */
export function decompress(body: Uint8Array, { checksum, rawBytes }: Pick<Frame, 'checksum' | 'rawBytes'>): Buffer {
  if (!isIntact(body, checksum)) throw new BackupDamaged('a pack differs from what was written')
  if (rawBytes > MAX_FRAME_BYTES) throw new BackupDamaged('a pack is larger than any that is written')
  try {
    const raw = decompressTo(body, rawBytes)
    if (raw.length === rawBytes) return raw
  } catch {
    throw new BackupDamaged('a pack cannot be read')
  }
  throw new BackupDamaged('a pack has another size')
}
