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

/** Part of a pack: some of its blocks, compressed as one zstd frame. */
export interface Frame {
  /** In the raw bytes of the pack. */
  readonly rawOffset: number
  readonly rawBytes: number
  /** In the body of the pack. */
  readonly offset: number
  readonly length: number
  /** Of its bytes in the body, as they were written. */
  readonly checksum: string
}

/** Pack whose body was read back and is as it was written. */
export interface WrittenPack {
  readonly rawBytes: number
  readonly storedBytes: number
  readonly frames: readonly Frame[]
  readonly blocks: readonly PackedBlock[]
}

/** Body of a pack on its way into the store. */
export interface PackUpload {
  readonly packId: string
  /** The bytes may be reused once it has resolved. */
  write(bytes: Buffer): Promise<void>
  /** Resolves when the body is durable. */
  end(): Promise<void>
  /** Gives the body up. Never rejects. */
  abort(): Promise<void>
}

/** Where blocks are kept. One instance serves one backup. */
export interface BlockStore {
  /** Unknown hashes are absent. What was found must stay readable until the backup ends. */
  find(hashes: readonly BlockHash[]): Promise<ReadonlyMap<BlockHash, BlockLocation>>
  beginPack(): Promise<PackUpload>
  /** Its blocks are to be found from now on, and not before. */
  commitPack(packId: string, pack: WrittenPack): Promise<void>
  /** Throws `BackupDamaged` for a missing pack. */
  framesOf(packId: string): Promise<readonly Frame[]>
  /** Fills the target with bytes of a pack's body, from the offset on; resolves with the number of bytes that there are. */
  readBody(packId: string, offset: number, target: Buffer): Promise<number>
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
