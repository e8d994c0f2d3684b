import { BackupDamaged } from './errors.ts'
import { freeBuffer, hashOf, MAX_PACK_BYTES, PACK_BYTES, sealPack } from './pack.ts'
import type { BlockHash, BlockStore, PackedBlock } from './types.ts'

/** Packs that are compressed and stored while the next one fills. */
const PACKS_IN_FLIGHT = 4
/** No block is longer: a group of small members with one long name. */
const MAX_BLOCK_BYTES = MAX_PACK_BYTES - PACK_BYTES

/** Blocks one after the other in one buffer, which is used again and again. */
class BlockBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(PACK_BYTES + MAX_BLOCK_BYTES)
  blocks: PackedBlock[] = []
  length = 0

  add(hash: BlockHash, bytes: Buffer): void {
    this.blocks.push({ hash, offset: this.length, length: bytes.length })
    bytes.copy(this.#bytes, this.length)
    this.length += bytes.length
  }

  get isFull(): boolean {
    return this.length >= PACK_BYTES
  }

  bytesOf({ offset, length }: PackedBlock): Buffer {
    return this.#bytes.subarray(offset, offset + length)
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.blocks = []
    this.length = 0
  }
}

/** Stores blocks that the store does not have yet. Holds a few packs at most, whatever the size of the backup. */
export class PackWriter {
  readonly #store: BlockStore
  /** Blocks that wait for a look into the store. */
  readonly #window = new BlockBuffer()
  #pack = new BlockBuffer()
  readonly #free: BlockBuffer[] = []
  /** Blocks on their way into the store, which does not find them yet. */
  readonly #pending = new Set<BlockHash>()
  readonly #inFlight = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | null = null
  newRawBytes = 0
  newStoredBytes = 0

  constructor(store: BlockStore) {
    this.#store = store
  }

  /** The hash under which the block is to be found once `end` has resolved. The bytes are copied. */
  async add(bytes: Buffer): Promise<BlockHash> {
    const hash = hashOf(bytes)
    this.#window.add(hash, bytes)
    if (this.#window.isFull) await this.#flushWindow()
    return hash
  }

  async end(): Promise<void> {
    await this.#flushWindow()
    await this.#closePack()
    await this.settle()
    if (this.#failure) throw this.#failure.error
  }

  /** Waits for packs on their way, also after a failure: nobody writes any more afterwards. */
  async settle(): Promise<void> {
    await Promise.all(this.#inFlight)
  }

  async #flushWindow(): Promise<void> {
    const asked = new Set(this.#window.blocks.map(({ hash }) => hash).filter((hash) => !this.#pending.has(hash)))
    const known = new Set(asked.size === 0 ? [] : (await this.#store.find([...asked])).keys())
    for (const block of this.#window.blocks) {
      const { hash } = block
      if (known.has(hash) || this.#pending.has(hash)) continue
      known.add(hash)
      // Its pack was on the way before the question, and arrived meanwhile.
      if (!asked.has(hash) && (await this.#store.find([hash])).size > 0) continue
      this.#pending.add(hash)
      this.#pack.add(hash, this.#window.bytesOf(block))
      this.newRawBytes += block.length
      if (this.#pack.isFull) await this.#closePack()
    }
    this.#window.clear()
  }

  async #closePack(): Promise<void> {
    const pack = this.#pack
    if (pack.length === 0) return
    while (this.#inFlight.size >= PACKS_IN_FLIGHT) await Promise.race(this.#inFlight)
    if (this.#failure) throw this.#failure.error
    this.#pack = this.#free.pop() ?? new BlockBuffer()
    const storing = this.#storePack(pack)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        pack.clear()
        this.#free.push(pack)
        this.#inFlight.delete(storing)
      })
    this.#inFlight.add(storing)
  }

  async #storePack({ all, blocks }: BlockBuffer): Promise<void> {
    const pack = await sealPack(all, blocks)
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
