import { BackupDamaged } from './errors.ts'
import { freeBuffer } from './free-buffer.ts'
import { decodeEntries, decodeManifest, type ManifestEntry } from './manifest.ts'
import { hashOf, MAX_FRAME_BODY_BYTES } from './pack.ts'
import { allocateShared, runInThread } from './pack-threads.ts'
import type { BlockHash, BlockLocation, BlockStore, Frame, Hashing } from './types.ts'

type ReadableStore = Pick<BlockStore, 'find' | 'framesOf' | 'readBody'>

/** Blocks that are looked up together: a list. */
const BATCH = 4096
/** Frames in memory: a backup returns to older packs wherever something has changed since. */
const OPEN_FRAMES = 6
/** Frames that are fetched, decompressed and hashed ahead. */
const AHEAD = 2
/** Blocks that lie one after the other are passed on together, up to this many bytes. */
const MAX_RUN_BYTES = 1024 * 1024

interface ReadOptions {
  /** The reader is done with a chunk when it asks for the next one: its memory is freed without a collection. */
  readonly freesChunks?: boolean
}

/** The tar of a backup; every block is verified before it is passed on. */
export async function* readBackup(
  manifest: Buffer,
  store: ReadableStore,
  { freesChunks = false }: ReadOptions = {},
): AsyncGenerator<Buffer, void> {
  const { hashing, lists, blocks, rawBytes } = decodeManifest(manifest)
  const frames = new FrameReader(store, hashing, freesChunks)
  let readBlocks = 0
  let readBytes = 0
  try {
    for await (const list of frames.read(lists)) {
      for await (const run of frames.read(decodeEntries(list.bytes))) {
        readBlocks += run.blocks
        readBytes += run.bytes.length
        yield run.bytes
      }
    }
  } finally {
    frames.close()
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
  for await (const chunk of readBackup(manifest, store, { freesChunks: true })) {
    signal?.throwIfAborted()
    rawBytes += chunk.length
    onProgress?.(rawBytes)
  }
}

/** Blocks that lie one after the other. */
interface Run {
  readonly bytes: Buffer
  readonly blocks: number
}

interface LocatedBlock {
  readonly hash: BlockHash
  /** In the raw bytes of the frame. */
  readonly offset: number
  readonly length: number
  readonly packId: string
  readonly frame: Frame
  /** Of the frame, over all packs. */
  readonly frameKey: string
}

interface OpenFrame {
  readonly raw: Buffer
  /** By offset and length, of the blocks that were wanted when the frame was opened. */
  readonly hashes: ReadonlyMap<string, BlockHash>
}

type WantedBlocks = ReadonlyMap<string, readonly LocatedBlock[]>

const placeOf = ({ offset, length }: LocatedBlock): string => `${offset}+${length}`

class FrameReader {
  readonly #store: ReadableStore
  readonly #hashing: Hashing
  readonly #freesChunks: boolean
  /** In the order of their last use. */
  readonly #open = new Map<string, Promise<OpenFrame>>()
  readonly #bodies: Buffer[] = []

  constructor(store: ReadableStore, hashing: Hashing, freesChunks: boolean) {
    this.#store = store
    this.#hashing = hashing
    this.#freesChunks = freesChunks
  }

  async *read(entries: readonly ManifestEntry[]): AsyncGenerator<Run> {
    for (let at = 0; at < entries.length; at += BATCH)
      yield* this.#readLocated(await this.#locate(entries.slice(at, at + BATCH)))
  }

  close(): void {
    for (const key of this.#open.keys()) this.#close(key)
  }

  async #locate(entries: readonly ManifestEntry[]): Promise<LocatedBlock[]> {
    const found = await this.#store.find([...new Set(entries.map(({ hash }) => hash))])
    const packIds = [...new Set([...found.values()].map(({ packId }) => packId))]
    const frames = new Map(
      await Promise.all(packIds.map(async (packId) => [packId, await this.#store.framesOf(packId)] as const)),
    )
    return entries.map((entry) => {
      const location = found.get(entry.hash)
      if (!location || location.length !== entry.length) throw new BackupDamaged('a block is missing')
      return inFrame(location, frames.get(location.packId) ?? [])
    })
  }

  async *#readLocated(located: readonly LocatedBlock[]): AsyncGenerator<Run> {
    const wanted = Map.groupBy(located, ({ frameKey }) => frameKey)
    for (let index = 0; index < located.length; ) {
      const block = located[index]
      if (!block) break
      this.#fetchAhead(located, index, wanted)
      const frame = await this.#openFrame(block, wanted)
      let { offset: end } = block
      let next: LocatedBlock | undefined = block
      const first = index
      do {
        this.#verify(frame, next)
        end += next.length
        index += 1
        next = located[index]
      } while (next?.frameKey === block.frameKey && next.offset === end && end - block.offset < MAX_RUN_BYTES)
      yield { bytes: frame.raw.subarray(block.offset, end), blocks: index - first }
    }
  }

  #fetchAhead(located: readonly LocatedBlock[], index: number, wanted: WantedBlocks): void {
    const ahead = new Map<string, LocatedBlock>()
    for (let at = index; at < located.length && ahead.size <= AHEAD; at += 1) {
      const block = located[at]
      if (block && !ahead.has(block.frameKey)) ahead.set(block.frameKey, block)
    }
    for (const [key, block] of ahead) if (!this.#open.has(key)) void this.#openFrame(block, wanted)
  }

  #openFrame(block: LocatedBlock, wanted: WantedBlocks): Promise<OpenFrame> {
    const { frameKey } = block
    const opened = this.#open.get(frameKey) ?? this.#readFrame(block, wanted.get(frameKey) ?? [])
    opened.catch(() => {}) // whoever reads a block of it gets the error
    this.#open.delete(frameKey)
    this.#open.set(frameKey, opened)
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN_FRAMES) break
      this.#close(oldest)
    }
    return opened
  }

  #close(frameKey: string): void {
    const opened = this.#open.get(frameKey)
    this.#open.delete(frameKey)
    if (!this.#freesChunks) return
    opened?.then(
      ({ raw }) => freeBuffer(raw),
      () => undefined,
    )
  }

  async #readFrame({ packId, frame }: LocatedBlock, wanted: readonly LocatedBlock[]): Promise<OpenFrame> {
    const { offset, length, checksum, rawBytes } = frame
    if (length > MAX_FRAME_BODY_BYTES) throw new BackupDamaged('a pack is larger than any that is written')
    const target = this.#bodies.pop() ?? allocateShared(MAX_FRAME_BODY_BYTES)
    const body = target.subarray(0, length)
    if ((await this.#store.readBody(packId, offset, body)) !== length) throw new BackupDamaged('a pack breaks off')
    const blocks = [...new Map(wanted.map((block) => [placeOf(block), block])).values()]
    const places = blocks.map((block) => ({ offset: block.offset, length: block.length }))
    const { raw, hashes } = await runInThread('open', { body, checksum, rawBytes, places, hashing: this.#hashing })
    this.#bodies.push(target)
    return {
      raw: Buffer.from(raw.buffer, raw.byteOffset, raw.length),
      hashes: new Map(blocks.map((block, index) => [placeOf(block), hashes[index] ?? ''])),
    }
  }

  #verify({ raw, hashes }: OpenFrame, block: LocatedBlock): void {
    const { offset, length, hash } = block
    const found = hashes.get(placeOf(block)) ?? hashOf(raw.subarray(offset, offset + length), this.#hashing)
    if (found !== hash) throw new BackupDamaged('a block differs from what was written')
  }
}

const inFrame = ({ hash, offset, length, packId }: BlockLocation, frames: readonly Frame[]): LocatedBlock => {
  const frame = frames.find(({ rawOffset, rawBytes }) => offset >= rawOffset && offset + length <= rawOffset + rawBytes)
  if (!frame) throw new BackupDamaged('a block lies outside its pack')
  return { hash, offset: offset - frame.rawOffset, length, packId, frame, frameKey: `${packId} ${frame.offset}` }
}
