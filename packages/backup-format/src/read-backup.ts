import { BackupDamaged } from './errors.ts'
import { decodeEntries, decodeManifest, type ManifestEntry } from './manifest.ts'
import { digestOf, openPack } from './pack.ts'
import type { BlockLocation, BlockStore } from './types.ts'

type ReadableStore = Pick<BlockStore, 'find' | 'readPack'>

/** Blocks that are looked up together. */
const BATCH = 512
/** Packs in memory: a backup returns to older packs wherever something has changed since. */
const OPEN_PACKS = 6
/** Packs that are fetched ahead. */
const AHEAD = 2
/** Bytes of blocks that are verified ahead. */
const VERIFIED_AHEAD_BYTES = 2 * 1024 * 1024

/** The tar of a backup; every block is verified before it is passed on. */
export async function* readBackup(manifest: Buffer, store: ReadableStore): AsyncGenerator<Buffer, void> {
  const { lists, blocks, rawBytes } = decodeManifest(manifest)
  const packs = new PackReader(store)
  let readBlocks = 0
  let readBytes = 0
  for await (const list of packs.read(lists)) {
    for await (const block of packs.read(decodeEntries(list))) {
      readBlocks += 1
      readBytes += block.length
      yield block
    }
  }
  if (readBlocks !== blocks || readBytes !== rawBytes) throw new BackupDamaged('the backup has another size')
}

/** Reads everything and passes on nothing; throws `BackupDamaged`. */
export async function verifyBackup(
  manifest: Buffer,
  store: ReadableStore,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (rawBytes: number) => void } = {},
): Promise<void> {
  let rawBytes = 0
  for await (const block of readBackup(manifest, store)) {
    signal?.throwIfAborted()
    rawBytes += block.length
    onProgress?.(rawBytes)
  }
}

class PackReader {
  readonly #store: ReadableStore
  /** In the order of their last use. */
  readonly #open = new Map<string, Promise<Buffer<ArrayBuffer>>>()

  constructor(store: ReadableStore) {
    this.#store = store
  }

  async *read(entries: readonly ManifestEntry[]): AsyncGenerator<Buffer> {
    let next = this.#locate(entries.slice(0, BATCH))
    for (let at = BATCH; at < entries.length + BATCH; at += BATCH) {
      const located = await next
      next = this.#locate(entries.slice(at, at + BATCH))
      next.catch(() => undefined) // thrown when it is its turn
      yield* this.#readLocated(located)
    }
  }

  async #locate(entries: readonly ManifestEntry[]): Promise<BlockLocation[]> {
    if (entries.length === 0) return []
    const found = await this.#store.find([...new Set(entries.map(({ hash }) => hash))])
    return entries.map((entry) => {
      const location = found.get(entry.hash)
      if (!location || location.length !== entry.length) throw new BackupDamaged('a block is missing')
      return location
    })
  }

  async *#readLocated(located: readonly BlockLocation[]): AsyncGenerator<Buffer> {
    // Blocks leave the queue when they are passed on: the packs behind them would stay in memory.
    const verifying: Promise<Buffer>[] = []
    let begun = 0
    let aheadBytes = 0
    for (const [index, { length }] of located.entries()) {
      this.#fetchAhead(located, index)
      for (; begun <= index || aheadBytes < VERIFIED_AHEAD_BYTES; begun += 1) {
        const location = located[begun]
        if (!location) break
        const block = this.#openPack(location.packId).then((raw) => verified(location, raw))
        block.catch(() => undefined) // thrown when it is its turn
        verifying.push(block)
        aheadBytes += location.length
      }
      const block = await verifying.shift()
      if (block) yield block
      aheadBytes -= length
    }
  }

  #fetchAhead(located: readonly BlockLocation[], index: number): void {
    const ahead = new Set<string>()
    for (let at = index; at < located.length && ahead.size <= AHEAD; at += 1) ahead.add(located[at]?.packId ?? '')
    for (const packId of ahead) if (!this.#open.has(packId)) void this.#openPack(packId)
  }

  #openPack(packId: string): Promise<Buffer<ArrayBuffer>> {
    const opened = this.#open.get(packId) ?? this.#store.readPack(packId).then(openPack)
    opened.catch(() => {}) // whoever reads a block of it gets the error
    this.#open.delete(packId)
    this.#open.set(packId, opened)
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN_PACKS) break
      this.#open.delete(oldest)
    }
    return opened
  }
}

async function verified({ offset, length, hash }: BlockLocation, raw: Buffer<ArrayBuffer>): Promise<Buffer> {
  const block = raw.subarray(offset, offset + length)
  if (block.length !== length || (await digestOf(block)) !== hash)
    throw new BackupDamaged('a block differs from what was written')
  return block
}
