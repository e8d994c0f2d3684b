import { BackupDamaged } from '../errors.ts'
import type { BlockHash, BlockLocation, BlockStore, Frame, PackUpload, WrittenPack } from '../types.ts'

interface MemoryPack {
  readonly body: Buffer
  readonly frames: readonly Frame[]
}

/** Blocks in memory, as a test can look at them and break them. */
export class MemoryStore implements BlockStore {
  readonly packs = new Map<string, MemoryPack>()
  readonly blocks = new Map<BlockHash, BlockLocation>()
  /** Most packs that were between `beginPack` and `commitPack` at once. */
  mostOpenPacks = 0
  #openPacks = 0
  #begun = 0

  find(hashes: readonly BlockHash[]): Promise<ReadonlyMap<BlockHash, BlockLocation>> {
    const found = hashes.flatMap((hash) => {
      const location = this.blocks.get(hash)
      return location ? [[hash, location] as const] : []
    })
    return Promise.resolve(new Map(found))
  }

  beginPack(): Promise<PackUpload> {
    const packId = `pack-${++this.#begun}`
    const pieces: Buffer[] = []
    this.#openPacks += 1
    this.mostOpenPacks = Math.max(this.mostOpenPacks, this.#openPacks)
    return Promise.resolve({
      packId,
      write: (bytes) => Promise.resolve(void pieces.push(Buffer.from(bytes))),
      end: () => Promise.resolve(this.writeBody(packId, Buffer.concat(pieces))),
      abort: () => Promise.resolve(),
    })
  }

  writeBody(packId: string, body: Buffer): void {
    this.packs.set(packId, { body, frames: [] })
  }

  commitPack(packId: string, { frames, blocks }: WrittenPack): Promise<void> {
    const body = this.packs.get(packId)?.body ?? Buffer.alloc(0)
    this.packs.set(packId, { body, frames })
    for (const block of blocks) this.blocks.set(block.hash, { ...block, packId })
    this.#openPacks -= 1
    return Promise.resolve()
  }

  framesOf(packId: string): Promise<readonly Frame[]> {
    const pack = this.packs.get(packId)
    return pack ? Promise.resolve(pack.frames) : Promise.reject(new BackupDamaged('a pack is missing'))
  }

  readBody(packId: string, offset: number, target: Buffer): Promise<number> {
    return Promise.resolve(this.packs.get(packId)?.body.copy(target, 0, offset) ?? 0)
  }

  get storedBytes(): number {
    return [...this.packs.values()].reduce((sum, { body }) => sum + body.length, 0)
  }
}
