import { BackupDamaged } from './errors.ts'
import { freeBuffer } from './free-buffer.ts'
import { digestOf, MAX_PACK_BYTES, PACK_BYTES, sealPack } from './pack.ts'
import type { BlockHash, BlockStore, PackedBlock } from './types.ts'

/** Packs that are compressed and stored while the next one fills. */
const PACKS_IN_FLIGHT = 3
/** No block is longer: a group of small members with one long name. */
const MAX_BLOCK_BYTES = MAX_PACK_BYTES - PACK_BYTES

/** Bytes one after the other in a buffer that is used again and again. */
class BlockBuffer {
  #bytes = Buffer.allocUnsafeSlow(PACK_BYTES + MAX_BLOCK_BYTES)
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

  bytesOf({ offset, length }: Pick<PackedBlock, 'offset' | 'length'>): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(offset, offset + length)
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }
}

/** A block of which the hash is being computed. */
export interface AddedBlock {
  readonly hash: Promise<BlockHash>
  readonly length: number
}

/** Blocks that wait for a look into the store. */
interface Window {
  readonly buffer: BlockBuffer
  readonly blocks: (AddedBlock & { readonly offset: number })[]
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
  #window: Window = this.#begin()
  #pack: Pack = this.#begin()
  /** The window before, which is looked up while this one fills. */
  #lookedUp = Promise.resolve()
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
    const { length } = bytes
    const offset = buffer.add(bytes)
    const hash = digestOf(buffer.bytesOf({ offset, length }))
    hash.catch(() => undefined) // the look-up of its window throws it
    blocks.push({ hash, offset, length })
    if (buffer.isFull) await this.#endWindow()
    return { hash, length }
  }

  async end(): Promise<void> {
    await this.#endWindow()
    await this.#lookedUp
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
    await this.#lookedUp
    if (this.#failure) throw this.#failure.error
    const window = this.#window
    this.#window = this.#begin()
    this.#lookedUp = this.#packNewBlocks(window).catch((error: unknown) => {
      this.#failure ??= { error }
    })
  }

  async #packNewBlocks({ buffer, blocks }: Window): Promise<void> {
    const hashed = await Promise.all(blocks.map(async (block) => ({ ...block, hash: await block.hash })))
    const isNew = await this.#findNew(hashed.map(({ hash }) => hash))
    const news = hashed.filter(({ hash }) => isNew.delete(hash)) // the first of equal ones
    for (const { hash, length } of news) {
      this.#pending.add(hash)
      this.newRawBytes += length
    }
    if (news.length === hashed.length && this.#pack.blocks.length === 0) {
      // The window is the pack: nothing to copy.
      this.#release(this.#pack.buffer)
      this.#pack = { buffer, blocks: news }
      if (buffer.isFull) await this.#closePack()
      return
    }
    for (const { hash, offset, length } of news) {
      const bytes = buffer.bytesOf({ offset, length })
      this.#pack.blocks.push({ hash, offset: this.#pack.buffer.add(bytes), length })
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
    const pack = await sealPack(buffer.all, blocks)
    const packId = await this.#store.writePack(pack)
    const { body } = await this.#store.readPack(packId)
    const isSame = body.equals(pack.body)
    this.newStoredBytes += pack.body.length
    freeBuffer(body)
    freeBuffer(pack.body)
    if (!isSame) throw new BackupDamaged('a pack was not stored as it was written')
    await this.#store.commitPack(packId, blocks)
    for (const { hash } of blocks) this.#pending.delete(hash)
  }
}
