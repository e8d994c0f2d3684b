import { BackupDamaged } from './errors.ts'
import { decodeEntries, decodeManifest, type ManifestEntry } from './manifest.ts'
import { hashOf } from './pack.ts'
import { runInThread } from './pack-threads.ts'
import type { BlockHash, BlockLocation, BlockStore, Hashing } from './types.ts'

type ReadableStore = Pick<BlockStore, 'find' | 'readPack'>

/** Blocks that are looked up together. */
const BATCH = 512
/** Packs in memory: a backup returns to older packs wherever something has changed since. */
const OPEN_PACKS = 6
/** Packs that are fetched, decompressed and hashed ahead. */
const AHEAD = 2

/** The tar of a backup; every block is verified before it is passed on. */
export async function* readBackup(manifest: Buffer, store: ReadableStore): AsyncGenerator<Buffer, void> {
  const { hashing, lists, blocks, rawBytes } = decodeManifest(manifest)
  const packs = new PackReader(store, hashing)
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

interface OpenPack {
  readonly raw: Buffer
  /** By offset and length, of the blocks that were wanted when the pack was opened. */
  readonly hashes: ReadonlyMap<string, BlockHash>
}

type WantedBlocks = ReadonlyMap<string, readonly BlockLocation[]>

const placeOf = ({ offset, length }: BlockLocation): string => `${offset}+${length}`

class PackReader {
  readonly #store: ReadableStore
  readonly #hashing: Hashing
  /** In the order of their last use. */
  readonly #open = new Map<string, Promise<OpenPack>>()

  constructor(store: ReadableStore, hashing: Hashing) {
    this.#store = store
    this.#hashing = hashing
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
    const wanted = Map.groupBy(located, ({ packId }) => packId)
    for (const [index, location] of located.entries()) {
      this.#fetchAhead(located, index, wanted)
      yield this.#verified(await this.#openPack(location.packId, wanted), location)
    }
  }

  #fetchAhead(located: readonly BlockLocation[], index: number, wanted: WantedBlocks): void {
    const ahead = new Set<string>()
    for (let at = index; at < located.length && ahead.size <= AHEAD; at += 1) ahead.add(located[at]?.packId ?? '')
    for (const packId of ahead) if (!this.#open.has(packId)) void this.#openPack(packId, wanted)
  }

  #openPack(packId: string, wanted: WantedBlocks): Promise<OpenPack> {
    const opened = this.#open.get(packId) ?? this.#readPack(packId, wanted.get(packId) ?? [])
    opened.catch(() => {}) // whoever reads a block of it gets the error
    this.#open.delete(packId)
    this.#open.set(packId, opened)
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN_PACKS) break
      this.#open.delete(oldest)
    }
    return opened
  }

  async #readPack(packId: string, wanted: readonly BlockLocation[]): Promise<OpenPack> {
    const { body, checksum, rawBytes } = await this.#store.readPack(packId)
    const blocks = [...new Map(wanted.map((block) => [placeOf(block), block])).values()]
    const places = blocks.map(({ offset, length }) => ({ offset, length }))
    const { raw, hashes } = await runInThread('open', { body, checksum, rawBytes, places, hashing: this.#hashing })
    return {
      raw: Buffer.from(raw.buffer, raw.byteOffset, raw.length),
      hashes: new Map(blocks.map((block, index) => [placeOf(block), hashes[index] ?? ''])),
    }
  }

  #verified({ raw, hashes }: OpenPack, location: BlockLocation): Buffer {
    const { offset, length, hash } = location
    const block = raw.subarray(offset, offset + length)
    const found = hashes.get(placeOf(location)) ?? hashOf(block, this.#hashing)
    if (block.length !== length || found !== hash) throw new BackupDamaged('a block differs from what was written')
    return block
  }
}
