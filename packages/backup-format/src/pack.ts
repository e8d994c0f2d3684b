import { hash, subtle } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, crc32, createZstdCompress, zstdDecompress } from 'node:zlib'
import { BackupDamaged } from './errors.ts'
import { freeBuffer } from './free-buffer.ts'
import type { PackedBlock, SealedPack, StoredPack } from './types.ts'

/** Raw bytes from which a pack is closed. */
export const PACK_BYTES = 4 * 1024 * 1024
/** No block is larger than a group of small members with one long name. */
export const MAX_PACK_BYTES = 3 * PACK_BYTES
/** Most of what phones hold is compressed already: level 3 takes twice the processor for hardly less. */
const LEVEL = 1
/** What a frame may take beyond incompressible bytes. */
const FRAME_BYTES = 64 * 1024
/** The least that zlib accepts. */
const MIN_CHUNK_BYTES = 64
const SHA256_DIGITS = 64

const decompress = promisify(zstdDecompress)

export const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/** The same, in the thread pool: a gigabyte takes seconds where the processor has no instructions for it. Copies the bytes. */
export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await subtle.digest('SHA-256', bytes)).toString('hex')

/** Finds damage of a body before it is decompressed; what comes out is held against the hashes of its blocks. */
const checksumOf = (body: Buffer): string => crc32(body).toString(16).padStart(8, '0')

/** Packs of earlier releases have the SHA-256 of their body. */
const isIntact = (body: Buffer, checksum: string): boolean =>
  (checksum.length === SHA256_DIGITS ? hashOf(body) : checksumOf(body)) === checksum

/** Compresses blocks and reads them back, so that no mistake of the compressor is ever stored. */
export async function sealPack(raw: Buffer, blocks: readonly PackedBlock[]): Promise<SealedPack> {
  const body = await compress(raw)
  const back = await decompressTo(body, raw.length)
  const isSame = back.equals(raw)
  freeBuffer(back)
  if (!isSame) throw new BackupDamaged('compressed bytes differ from their origin')
  return { body, checksum: checksumOf(body), rawBytes: raw.length, blocks }
}

async function compress(raw: Buffer): Promise<Buffer> {
  // One chunk: each further one would be another turn of the thread pool.
  const chunkSize = raw.length + FRAME_BYTES
  const stream = createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  stream.end(raw)
  await finished(stream)
  const [first = Buffer.alloc(0)] = pieces
  // The pieces of a frame lie one behind the other in the chunk. `zstdCompress` would copy them, and leave the chunk behind.
  if (pieces.some(({ buffer }) => buffer !== first.buffer)) return Buffer.concat(pieces)
  return Buffer.from(
    first.buffer,
    first.byteOffset,
    pieces.reduce((sum, { length }) => sum + length, 0),
  )
}

// The chunk is not filled to its end: that would be another turn.
const decompressTo = (body: Buffer, rawBytes: number) =>
  decompress(body, { maxOutputLength: rawBytes, chunkSize: rawBytes + MIN_CHUNK_BYTES })

/** Raw bytes of a pack. The body is freed. */
export async function openPack({ body, checksum, rawBytes }: StoredPack): Promise<Buffer<ArrayBuffer>> {
  if (!isIntact(body, checksum)) throw new BackupDamaged('a pack differs from what was written')
  if (rawBytes > MAX_PACK_BYTES) throw new BackupDamaged('a pack is larger than any that is written')
  try {
    const raw = await decompressTo(body, rawBytes)
    freeBuffer(body)
    if (raw.length === rawBytes) return raw
  } catch (error) {
    throw new BackupDamaged('a pack cannot be read', { cause: error })
  }
  throw new BackupDamaged('a pack has another size')
}
