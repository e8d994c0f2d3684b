import { BackupDamaged } from './errors.ts'
import { hashOf, type NewBlock, PACK_BYTES, sealPack } from './pack.ts'
import type { BlockHash, BlockStore } from './types.ts'

/** Packs that are compressed and stored while the next one fills. */
const PACKS_IN_FLIGHT = 2

/** Stores blocks that the store does not have yet. Holds a few packs at most, whatever the size of the backup. */
export class PackWriter {
  readonly #store: BlockStore
  /** Blocks that wait for a look into the store. */
  #window: NewBlock[] = []
  #windowBytes = 0
  #pack: NewBlock[] = []
  #packBytes = 0
  /** Blocks on their way into the store, which does not find them yet. */
  readonly #pending = new Set<BlockHash>()
  readonly #inFlight = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | null = null
  newRawBytes = 0
  newStoredBytes = 0

  constructor(store: BlockStore) {
    this.#store = store
  }

  /** The hash under which the block is to be found once `end` has resolved. */
  async add(bytes: Buffer): Promise<BlockHash> {
    const hash = hashOf(bytes)
    this.#window.push({ hash, bytes })
    this.#windowBytes += bytes.length
    if (this.#windowBytes >= PACK_BYTES) await this.#flushWindow()
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
    const window = this.#window
    this.#window = []
    this.#windowBytes = 0
    const asked = new Set(window.map(({ hash }) => hash).filter((hash) => !this.#pending.has(hash)))
    const known = new Set(asked.size === 0 ? [] : (await this.#store.find([...asked])).keys())
    for (const block of window) {
      if (known.has(block.hash) || this.#pending.has(block.hash)) continue
      known.add(block.hash)
      // Its pack was on the way before the question, and arrived meanwhile.
      if (!asked.has(block.hash) && (await this.#store.find([block.hash])).size > 0) continue
      this.#pending.add(block.hash)
      this.#pack.push(block)
      this.#packBytes += block.bytes.length
      this.newRawBytes += block.bytes.length
      if (this.#packBytes >= PACK_BYTES) await this.#closePack()
    }
  }

  async #closePack(): Promise<void> {
    const blocks = this.#pack
    this.#pack = []
    this.#packBytes = 0
    if (blocks.length === 0) return
    while (this.#inFlight.size >= PACKS_IN_FLIGHT) await Promise.race(this.#inFlight)
    if (this.#failure) throw this.#failure.error
    const storing = this.#storePack(blocks)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#inFlight.delete(storing))
    this.#inFlight.add(storing)
  }

  async #storePack(blocks: readonly NewBlock[]): Promise<void> {
    const pack = await sealPack(blocks)
    const packId = await this.#store.writePack(pack)
    const { body } = await this.#store.readPack(packId)
    if (!body.equals(pack.body)) throw new BackupDamaged('a pack was not stored as it was written')
    await this.#store.commitPack(packId, pack)
    this.newStoredBytes += pack.body.length
    for (const { hash } of blocks) this.#pending.delete(hash)
  }
}
