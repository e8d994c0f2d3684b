/** Hash of a block's raw bytes: 32 bytes, in hex. */
export type BlockHash = string

/**
 * BLAKE2b takes half the time of SHA-256, the hash of earlier releases, where the processor has no instructions for that.
 * All blocks of a backup have the same.
 */
export type Hashing = 'blake2b' | 'sha256'

export interface PackedBlock {
  readonly hash: BlockHash
  /** In the raw bytes of the pack. */
  readonly offset: number
  readonly length: number
}

export interface BlockLocation extends PackedBlock {
  readonly packId: string
}

/** Many blocks, compressed as one zstd frame. */
export interface SealedPack {
  readonly body: Buffer
  /** Of the body. */
  readonly checksum: string
  readonly rawBytes: number
  readonly blocks: readonly PackedBlock[]
}

export interface StoredPack {
  readonly body: Buffer
  /** Of the body, as it was written. */
  readonly checksum: string
  readonly rawBytes: number
}

/** Where blocks are kept. One instance serves one backup. */
export interface BlockStore {
  /** Unknown hashes are absent. What was found must stay readable until the backup ends. */
  find(hashes: readonly BlockHash[]): Promise<ReadonlyMap<BlockHash, BlockLocation>>
  /** Writes the body durably; its blocks are not to be found before `commitPack`. */
  writePack(pack: SealedPack): Promise<string>
  /** True when the body that is read back is this one. */
  hasBody(packId: string, body: Buffer): Promise<boolean>
  /** The pack was read back and is as it was written. */
  commitPack(packId: string, blocks: readonly PackedBlock[]): Promise<void>
  /** The body is the reader's own, to be freed. Throws `BackupDamaged` for a missing pack. */
  readPack(packId: string): Promise<StoredPack>
}

export interface WrittenBackup {
  /** Root of the backup: a few bytes for each gigabyte, to be kept with its own hash. */
  readonly manifest: Buffer
  readonly blocks: number
  readonly rawBytes: number
  /** Raw bytes of blocks that were not stored before. */
  readonly newRawBytes: number
  /** The same, compressed. */
  readonly newStoredBytes: number
}
