import { BackupDamaged } from './errors.ts'
import { MAX_BODY_BYTES, MAX_PACK_BYTES, PACK_BYTES } from './pack.ts'
import { allocateShared, runInThread } from './pack-threads.ts'
import type { BlockHash, BlockStore, Hashing, PackedBlock } from './types.ts'

export const HASHING: Hashing = 'blake2b'

/** Packs that are compressed and stored while the next one fills. */
const PACKS_IN_FLIGHT = 3
/** No block is longer: a group of small members with one long name. */
const MAX_BLOCK_BYTES = MAX_PACK_BYTES - PACK_BYTES

/** Bytes one after the other in a buffer that is used again and again. */
class BlockBuffer {
  readonly #bytes = allocateShared(PACK_BYTES + MAX_BLOCK_BYTES)
  length = 0

  /** The offset. */
  add(bytes: Buffer): number {
    const offset = this.length
    this.length += bytes.copy(this.#bytes, offset)
    return offset
  }

  get isFull(): boolean {
    return this.length >= PACK_BYTES
  }

  bytesOf({ offset, length }: AddedBlock): Buffer {
    return this.#bytes.subarray(offset, offset + length)
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }
}

export interface AddedBlock {
  /** Empty until the window of the block is hashed. */
  hash: BlockHash
  readonly offset: number
  readonly length: number
}

/** Blocks that wait for a look into the store. */
interface Window {
  readonly buffer: BlockBuffer
  readonly blocks: AddedBlock[]
}

/** Blocks that the store does not have. */
interface Pack {
  readonly buffer: BlockBuffer
  readonly blocks: PackedBlock[]
}

/** Stores blocks that the store does not have yet. Holds a few packs at most, whatever the size of the backup. */
export class PackWriter {
  readonly #store: BlockStore
  readonly #free: BlockBuffer[] = []
  readonly #bodies: Buffer[] = []
  #window: Window = this.#begin()
  #pack: Pack = this.#begin()
  /** The last window, which is hashed and looked up while the next one fills … */
  #lookedUp = Promise.resolve()
  /** … and the one before it. */
  #lookedUpBefore = Promise.resolve()
  /** Blocks on their way into the store, which does not find them yet. */
  readonly #pending = new Set<BlockHash>()
  readonly #inFlight = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | null = null
  newRawBytes = 0
  newStoredBytes = 0

  constructor(store: BlockStore) {
    this.#store = store
  }

  /** The block is to be found under its hash once `end` has resolved. The bytes are copied. */
  async add(bytes: Buffer): Promise<AddedBlock> {
    const { buffer, blocks } = this.#window
    const block = { hash: '', offset: buffer.add(bytes), length: bytes.length }
    blocks.push(block)
    if (buffer.isFull) await this.#endWindow()
    return block
  }

  /** All blocks that were added have their hashes afterwards. */
  async hashAll(): Promise<void> {
    await this.#endWindow()
    await this.#lookedUp
    if (this.#failure) throw this.#failure.error
  }

  async end(): Promise<void> {
    await this.hashAll()
    await this.#closePack()
    await this.settle()
    if (this.#failure) throw this.#failure.error
  }

  /** Waits for packs on their way, also after a failure: nobody writes any more afterwards. */
  async settle(): Promise<void> {
    await this.#lookedUp
    await Promise.all(this.#inFlight)
  }

  #begin() {
    return { buffer: this.#free.pop() ?? new BlockBuffer(), blocks: [] }
  }

  async #endWindow(): Promise<void> {
    await this.#lookedUpBefore
    if (this.#failure) throw this.#failure.error
    const window = this.#window
    this.#window = this.#begin()
    const hashing = this.#hash(window)
    hashing.catch(() => undefined) // thrown when its turn has come
    this.#lookedUpBefore = this.#lookedUp
    this.#lookedUp = this.#lookedUp
      .then(() => hashing)
      .then(() => this.#packNewBlocks(window))
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
  }

  async #hash({ buffer, blocks }: Window): Promise<void> {
    const places = blocks.map(({ offset, length }) => ({ offset, length }))
    const { hashes } = await runInThread('hash', { bytes: buffer.all, places, hashing: HASHING })
    for (const [index, block] of blocks.entries()) block.hash = hashes[index] ?? ''
  }

  async #packNewBlocks({ buffer, blocks }: Window): Promise<void> {
    const isNew = await this.#findNew(blocks.map(({ hash }) => hash))
    const news = blocks.filter(({ hash }) => isNew.delete(hash)) // the first of equal ones
    for (const { hash, length } of news) {
      this.#pending.add(hash)
      this.newRawBytes += length
    }
    if (news.length === blocks.length && this.#pack.blocks.length === 0) {
      // The window is the pack: nothing to copy.
      this.#release(this.#pack.buffer)
      this.#pack = { buffer, blocks: news }
      if (buffer.isFull) await this.#closePack()
      return
    }
    for (const block of news) {
      const { hash, length } = block
      this.#pack.blocks.push({ hash, offset: this.#pack.buffer.add(buffer.bytesOf(block)), length })
      if (this.#pack.buffer.isFull) await this.#closePack()
    }
    this.#release(buffer)
  }

  /** Hashes that are neither stored nor on their way. */
  async #findNew(hashes: readonly BlockHash[]): Promise<Set<BlockHash>> {
    const wasPending = new Set(hashes.filter((hash) => this.#pending.has(hash)))
    const asked = new Set(hashes.filter((hash) => !wasPending.has(hash)))
    const stored = asked.size === 0 ? new Map() : await this.#store.find([...asked])
    // Packs that were on the way before the question may have arrived meanwhile: the backup uses them too.
    const arrived = [...wasPending].filter((hash) => !this.#pending.has(hash))
    const storedSince = arrived.length === 0 ? new Map() : await this.#store.find(arrived)
    return new Set([...asked, ...arrived].filter((hash) => !stored.has(hash) && !storedSince.has(hash)))
  }

  #release(buffer: BlockBuffer): void {
    buffer.clear()
    this.#free.push(buffer)
  }

  async #closePack(): Promise<void> {
    const pack = this.#pack
    if (pack.blocks.length === 0) return
    while (this.#inFlight.size >= PACKS_IN_FLIGHT) await Promise.race(this.#inFlight)
    if (this.#failure) throw this.#failure.error
    this.#pack = this.#begin()
    const storing = this.#storePack(pack)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#release(pack.buffer)
        this.#inFlight.delete(storing)
      })
    this.#inFlight.add(storing)
  }

  async #storePack({ buffer, blocks }: Pack): Promise<void> {
    const target = this.#bodies.pop() ?? allocateShared(MAX_BODY_BYTES)
    const { bodyBytes, checksum } = await runInThread('seal', { bytes: buffer.all, target })
    const body = target.subarray(0, bodyBytes)
    const packId = await this.#store.writePack({ body, checksum, rawBytes: buffer.length, blocks })
    if (!(await this.#store.hasBody(packId, body))) throw new BackupDamaged('a pack was not stored as it was written')
    this.#bodies.push(target)
    this.newStoredBytes += bodyBytes
    await this.#store.commitPack(packId, blocks)
    for (const { hash } of blocks) this.#pending.delete(hash)
  }
}
