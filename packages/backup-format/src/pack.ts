import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupDamaged } from './errors.ts'
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

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

/** Compresses blocks and reads them back, so that no mistake of the compressor is ever stored. */
export async function sealPack(raw: Buffer, blocks: readonly PackedBlock[]): Promise<SealedPack> {
  // One chunk: each further one would be another turn of the thread pool.
  const chunkSize = raw.length + FRAME_BYTES
  const body = await compress(raw, { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  const back = await decompressTo(body, raw.length)
  const isSame = back.equals(raw)
  freeBuffer(back)
  if (!isSame) throw new BackupDamaged('compressed bytes differ from their origin')
  return { body, sha256: hashOf(body), rawBytes: raw.length, blocks }
}

// The chunk is not filled to its end: that would be another turn.
const decompressTo = (body: Buffer, rawBytes: number): Promise<Buffer> =>
  decompress(body, { maxOutputLength: rawBytes, chunkSize: rawBytes + MIN_CHUNK_BYTES })

/**
 * Gives back the memory of a large buffer at once, which is empty afterwards. Megabytes that wait for the collector cost a
 * pass over the heap for every few packs.
 */
export const freeBuffer = ({ buffer }: Buffer): void => {
  // Small buffers share the memory of others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0)
}

/** Raw bytes of a pack. The body is freed. */
export async function openPack({ body, sha256, rawBytes }: StoredPack): Promise<Buffer> {
  if (hashOf(body) !== sha256) throw new BackupDamaged('a pack differs from what was written')
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
