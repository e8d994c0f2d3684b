import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupDamaged } from './errors.ts'
import type { BlockHash, PackedBlock, SealedPack, StoredPack } from './types.ts'

/** Raw bytes from which a pack is closed. */
export const PACK_BYTES = 4 * 1024 * 1024
/** No block is larger than a group of small members with one long name. */
const MAX_PACK_BYTES = 3 * PACK_BYTES
const LEVEL = 3

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export const hashOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

export interface NewBlock {
  readonly hash: BlockHash
  readonly bytes: Buffer
}

/** Compresses blocks and reads them back, so that no mistake of the compressor is ever stored. */
export async function sealPack(blocks: readonly NewBlock[]): Promise<SealedPack> {
  const raw = Buffer.concat(blocks.map(({ bytes }) => bytes))
  const body = await compress(raw, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  const packed: PackedBlock[] = []
  let offset = 0
  for (const { hash: blockHash, bytes } of blocks) {
    packed.push({ hash: blockHash, offset, length: bytes.length })
    offset += bytes.length
  }
  const pack = { body, sha256: hashOf(body), rawBytes: raw.length, blocks: packed }
  if (!(await openPack(pack)).equals(raw)) throw new BackupDamaged('compressed bytes differ from their origin')
  return pack
}

/** Raw bytes of a pack. */
export async function openPack({ body, sha256, rawBytes }: StoredPack): Promise<Buffer> {
  if (hashOf(body) !== sha256) throw new BackupDamaged('a pack differs from what was written')
  if (rawBytes > MAX_PACK_BYTES) throw new BackupDamaged('a pack is larger than any that is written')
  try {
    const raw = await decompress(body, { maxOutputLength: rawBytes })
    if (raw.length === rawBytes) return raw
  } catch (error) {
    throw new BackupDamaged('a pack cannot be read', { cause: error })
  }
  throw new BackupDamaged('a pack has another size')
}
