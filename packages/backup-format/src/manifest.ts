import { BackupDamaged } from './errors.ts'
import { hashOf } from './pack.ts'
import type { BlockHash, Frame, Hashing } from './types.ts'

/** Entry of a list of blocks. */
export interface ManifestEntry {
  readonly hash: BlockHash
  readonly length: number
}

/**
 * Root of a backup. The list of its blocks is stored in blocks itself, and the root lists those, so that it stays small.
 */
export interface Manifest {
  readonly hashing: Hashing
  readonly rawBytes: number
  readonly blocks: number
  readonly lists: readonly ManifestEntry[]
}

const MAGIC = Buffer.from('YJBACKUP')
/** By version. */
const hashings: Readonly<Record<number, Hashing>> = { 1: 'sha256', 2: 'blake2b' }
const versions: Readonly<Record<Hashing, number>> = { sha256: 1, blake2b: 2 }
const HASH_BYTES = 32
export const ENTRY_BYTES = HASH_BYTES + 4
/** Magic, version, blocks, raw bytes. */
const HEAD_BYTES = MAGIC.length + 4 + 8 + 8
/** Entries of one list. */
export const LIST_ENTRIES = 4096

export function encodeEntries(entries: readonly ManifestEntry[]): Buffer {
  const bytes = Buffer.alloc(entries.length * ENTRY_BYTES)
  entries.forEach(({ hash, length }, index) => {
    bytes.write(hash, index * ENTRY_BYTES, HASH_BYTES, 'hex')
    bytes.writeUInt32BE(length, index * ENTRY_BYTES + HASH_BYTES)
  })
  return bytes
}

export function decodeEntries(bytes: Buffer): ManifestEntry[] {
  if (bytes.length % ENTRY_BYTES !== 0) throw new BackupDamaged('a list of blocks breaks off')
  return Array.from({ length: bytes.length / ENTRY_BYTES }, (_, index) => ({
    hash: bytes.toString('hex', index * ENTRY_BYTES, index * ENTRY_BYTES + HASH_BYTES),
    length: bytes.readUInt32BE(index * ENTRY_BYTES + HASH_BYTES),
  }))
}

export function encodeManifest({ hashing, rawBytes, blocks, lists }: Manifest): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  MAGIC.copy(head)
  head.writeUInt32BE(versions[hashing], MAGIC.length)
  head.writeBigUInt64BE(BigInt(blocks), MAGIC.length + 4)
  head.writeBigUInt64BE(BigInt(rawBytes), MAGIC.length + 12)
  const body = Buffer.concat([head, encodeEntries(lists)])
  return Buffer.concat([body, Buffer.from(hashOf(body, 'sha256'), 'hex')])
}

export function decodeManifest(bytes: Buffer): Manifest {
  const body = bytes.subarray(0, -HASH_BYTES)
  const isWhole =
    bytes.length >= HEAD_BYTES + HASH_BYTES && hashOf(body, 'sha256') === bytes.toString('hex', body.length)
  if (!isWhole || !body.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupDamaged('the manifest is damaged')
  const hashing = hashings[body.readUInt32BE(MAGIC.length)]
  if (!hashing) throw new BackupDamaged('the manifest is of another version')
  return {
    hashing,
    blocks: Number(body.readBigUInt64BE(MAGIC.length + 4)),
    rawBytes: Number(body.readBigUInt64BE(MAGIC.length + 12)),
    lists: decodeEntries(body.subarray(HEAD_BYTES)),
  }
}

/** Raw bytes, bytes in the body, CRC-32. */
const FRAME_ENTRY_BYTES = 12

/** Frames of a pack in the order of its body. */
export function encodeFrames(frames: readonly Frame[]): Buffer {
  const bytes = Buffer.alloc(frames.length * FRAME_ENTRY_BYTES)
  frames.forEach(({ rawBytes, length, checksum }, index) => {
    bytes.writeUInt32BE(rawBytes, index * FRAME_ENTRY_BYTES)
    bytes.writeUInt32BE(length, index * FRAME_ENTRY_BYTES + 4)
    bytes.write(checksum, index * FRAME_ENTRY_BYTES + 8, 4, 'hex')
  })
  return bytes
}

export function decodeFrames(bytes: Buffer): Frame[] {
  if (bytes.length % FRAME_ENTRY_BYTES !== 0) throw new BackupDamaged('a list of frames breaks off')
  let rawOffset = 0
  let offset = 0
  return Array.from({ length: bytes.length / FRAME_ENTRY_BYTES }, (_, index) => {
    const at = index * FRAME_ENTRY_BYTES
    const [rawBytes, length] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
    const frame = { rawOffset, rawBytes, offset, length, checksum: bytes.toString('hex', at + 8, at + 12) }
    rawOffset += rawBytes
    offset += length
    return frame
  })
}
