import { BackupDamaged } from './errors.ts'
import { FRAME_BYTES, MAX_BLOCK_BYTES, MAX_FRAME_BODY_BYTES, PACK_BYTES } from './pack.ts'
import { allocateShared, runInThread } from './pack-threads.ts'
import type { BlockHash, BlockStore, Frame, Hashing, PackedBlock, PackUpload } from './types.ts'

export const HASHING: Hashing = 'blake2b'

/** Frames that are compressed and written while the next one fills. */
const FRAMES_IN_FLIGHT = 3
/** Packs that are synced, read back and recorded while the next one is written. */
const PACKS_ENDING = 2

/** Bytes one after the other in a buffer that is used again and again. */
class BlockBuffer {
  readonly #bytes = allocateShared(FRAME_BYTES + MAX_BLOCK_BYTES)
  length = 0

  /** The offset. */
  add(bytes: Buffer): number {
    const offset = this.length
    this.length += bytes.copy(this.#bytes, offset)
    return offset
  }

  get isFull(): boolean {
    return this.length >= FRAME_BYTES
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

/** Blocks that the store does not have, to be compressed together. */
interface OpenFrame {
  readonly buffer: BlockBuffer
  readonly blocks: PackedBlock[]
}

/** Pack that is being written. */
interface OpenPack {
  readonly upload: PackUpload
  readonly frames: Frame[]
  readonly blocks: PackedBlock[]
  rawBytes: number
  storedBytes: number
}

/** Stores blocks that the store does not have yet. Holds a few frames at most, whatever the size of the backup. */
export class PackWriter {
  readonly #store: BlockStore
  readonly #free: BlockBuffer[] = []
  readonly #bodies: Buffer[] = []
  #window: Window = this.#begin()
  #frame: OpenFrame = this.#begin()
  /** The last window, which is hashed and looked up while the next one fills … */
  #lookedUp = Promise.resolve()
  /** … and the one before it. */
  #lookedUpBefore = Promise.resolve()
  /** Blocks on their way into the store, which does not find them yet. */
  readonly #pending = new Set<BlockHash>()
  readonly #inFlight = new Set<Promise<void>>()
  #pack: OpenPack | null = null
  /** Frames are appended one after the other, in the order in which they were compressed. */
  #appended = Promise.resolve()
  readonly #ending = new Set<Promise<void>>()
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
    await this.#closeFrame()
    await Promise.all(this.#inFlight)
    if (!this.#failure) await this.#endPack()
    await Promise.all(this.#ending)
    if (this.#failure) throw this.#failure.error
  }

  /** Waits for packs on their way, also after a failure: nobody writes any more afterwards. */
  async settle(): Promise<void> {
    await this.#lookedUp
    await Promise.all(this.#inFlight)
    await this.#pack?.upload.abort()
    await Promise.all(this.#ending)
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
    if (news.length === blocks.length && this.#frame.blocks.length === 0) {
      // The window is the frame: nothing to copy.
      this.#release(this.#frame.buffer)
      this.#frame = { buffer, blocks: news }
      if (buffer.isFull) await this.#closeFrame()
      return
    }
    for (const block of news) {
      const { hash, length } = block
      this.#frame.blocks.push({ hash, offset: this.#frame.buffer.add(buffer.bytesOf(block)), length })
      if (this.#frame.buffer.isFull) await this.#closeFrame()
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

  async #closeFrame(): Promise<void> {
    const frame = this.#frame
    if (frame.blocks.length === 0) return
    while (this.#inFlight.size >= FRAMES_IN_FLIGHT) await Promise.race(this.#inFlight)
    if (this.#failure) throw this.#failure.error
    this.#frame = this.#begin()
    this.#track(this.#inFlight, this.#storeFrame(frame))
  }

  #track(running: Set<Promise<void>>, work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => running.delete(tracked))
    running.add(tracked)
  }

  async #storeFrame({ buffer, blocks }: OpenFrame): Promise<void> {
    const target = this.#takeBody()
    const { bodyBytes, checksum } = await runInThread('seal', { bytes: buffer.all, target })
    const rawBytes = buffer.length
    this.#release(buffer)
    const appended = this.#appended.then(() =>
      this.#append(blocks, target.subarray(0, bodyBytes), { rawBytes, checksum }),
    )
    this.#appended = appended.catch(() => undefined)
    await appended
    this.#bodies.push(target)
    this.newStoredBytes += bodyBytes
  }

  #takeBody(): Buffer {
    return this.#bodies.pop() ?? allocateShared(MAX_FRAME_BODY_BYTES)
  }

  async #append(
    blocks: readonly PackedBlock[],
    body: Buffer,
    { rawBytes, checksum }: { readonly rawBytes: number; readonly checksum: string },
  ): Promise<void> {
    if (this.#failure) throw this.#failure.error
    this.#pack ??= { upload: await this.#store.beginPack(), frames: [], blocks: [], rawBytes: 0, storedBytes: 0 }
    const pack = this.#pack
    await pack.upload.write(body)
    pack.frames.push({ rawOffset: pack.rawBytes, rawBytes, offset: pack.storedBytes, length: body.length, checksum })
    for (const block of blocks) pack.blocks.push({ ...block, offset: pack.rawBytes + block.offset })
    pack.rawBytes += rawBytes
    pack.storedBytes += body.length
    if (pack.rawBytes >= PACK_BYTES) await this.#endPack()
  }

  async #endPack(): Promise<void> {
    while (this.#ending.size >= PACKS_ENDING) await Promise.race(this.#ending)
    const pack = this.#pack
    this.#pack = null
    if (pack) this.#track(this.#ending, this.#commit(pack))
  }

  async #commit({ upload, ...pack }: OpenPack): Promise<void> {
    await upload.end()
    await this.#readBack(upload.packId, pack.frames)
    await this.#store.commitPack(upload.packId, pack)
    for (const { hash } of pack.blocks) this.#pending.delete(hash)
  }

  async #readBack(packId: string, frames: readonly Frame[]): Promise<void> {
    const target = this.#takeBody()
    for (const { offset, length, checksum } of frames) {
      const body = target.subarray(0, length)
      const readBytes = await this.#store.readBody(packId, offset, body)
      const isSame = readBytes === length && (await runInThread('check', { body, checksum })).isIntact
      if (!isSame) throw new BackupDamaged('a pack was not stored as it was written')
    }
    this.#bodies.push(target)
  }
}
