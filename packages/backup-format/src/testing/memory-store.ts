import { BackupDamaged } from '../errors.ts'
import type { BlockHash, BlockLocation, BlockStore, PackedBlock, SealedPack, StoredPack } from '../types.ts'

/** Blocks in memory, as a test can look at them and break them. */
export class MemoryStore implements BlockStore {
  readonly packs = new Map<string, StoredPack>()
  readonly blocks = new Map<BlockHash, BlockLocation>()
  /** Most packs that were between `writePack` and `commitPack` at once. */
  mostOpenPacks = 0
  #openPacks = 0

  find(hashes: readonly BlockHash[]): Promise<ReadonlyMap<BlockHash, BlockLocation>> {
    const found = hashes.flatMap((hash) => {
      const location = this.blocks.get(hash)
      return location ? [[hash, location] as const] : []
    })
    return Promise.resolve(new Map(found))
  }

  writePack({ body, checksum, rawBytes }: SealedPack): Promise<string> {
    const packId = `pack-${this.packs.size + 1}`
    this.packs.set(packId, { body: Buffer.from(body), checksum, rawBytes })
    this.#openPacks += 1
    this.mostOpenPacks = Math.max(this.mostOpenPacks, this.#openPacks)
    return Promise.resolve(packId)
  }

  hasBody(packId: string, body: Buffer): Promise<boolean> {
    return Promise.resolve(this.packs.get(packId)?.body.equals(body) === true)
  }

  commitPack(packId: string, blocks: readonly PackedBlock[]): Promise<void> {
    for (const block of blocks) this.blocks.set(block.hash, { ...block, packId })
    this.#openPacks -= 1
    return Promise.resolve()
  }

  readPack(packId: string): Promise<StoredPack> {
    const pack = this.packs.get(packId)
    return pack
      ? Promise.resolve({ ...pack, body: Buffer.from(pack.body) })
      : Promise.reject(new BackupDamaged('a pack is missing'))
  }

  get storedBytes(): number {
    return [...this.packs.values()].reduce((sum, { body }) => sum + body.length, 0)
  }
}
