import { BackupDamaged } from '@yunji/backup-format/errors'
import { decodeFrames } from '@yunji/backup-format/manifest'
import { MAX_PACK_BODY_BYTES } from '@yunji/backup-format/pack'
import type { BlockLocation, BlockStore, Frame, PackUpload } from '@yunji/backup-format/types'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import { chargeSpace } from '../quota.ts'
import {
  type ChargedAs,
  fillPack,
  findBlocks,
  findPack,
  findReusableBlocks,
  holdPacks,
  insertBlocks,
  insertPack,
  setUses,
} from './pack-store.ts'
import { holdAttempt } from './store.ts'

export interface BlockStoreDeps {
  readonly database: Database
  readonly clock: Clock
  readonly objectStore: ObjectStore
}

/** Another worker has taken over, or the backup has ended. */
export class AttemptLost extends Error {
  override readonly name = 'AttemptLost'
}

/** Fewer bytes than these, and a smaller part of the blocks that are asked for, are stored anew. */
const STRAY_BYTES = 64 * 1024
const STRAY_SHARE = 4

export const packKey = (packId: number | string): string => `backups/${packId}`

type Reading = Pick<BlockStoreDeps, 'database' | 'objectStore'>

const readFrames = async ({ database: { db } }: Reading, packId: string): Promise<readonly Frame[]> => {
  const pack = await findPack(db, Number(packId))
  if (!pack) throw new BackupDamaged('a pack is missing')
  const { checksum, rawBytes, storedBytes, frames } = pack
  return frames ? decodeFrames(frames) : [{ rawOffset: 0, rawBytes, offset: 0, length: storedBytes, checksum }]
}

const readingFrom = (deps: Reading): Pick<BlockStore, 'framesOf' | 'readBody'> => {
  const known = new Map<string, Promise<readonly Frame[]>>()
  return {
    framesOf(packId) {
      const frames = known.get(packId) ?? readFrames(deps, packId)
      known.set(packId, frames)
      return frames
    },
    async readBody(packId, offset, target) {
      const readBytes = await deps.objectStore.readInto(packKey(packId), offset, target)
      if (readBytes === null) throw new BackupDamaged('a pack is missing')
      return readBytes
    },
  }
}

/** Body that is pulled by the object store while it is written: one chunk at a time, handed over and taken back. */
class BodyPipe implements AsyncIterable<Buffer> {
  #chunk = Promise.withResolvers<Buffer | null>()
  #taken = Promise.withResolvers<void>()

  /** Resolves when the next chunk is asked for. */
  write(bytes: Buffer): Promise<void> {
    this.#chunk.resolve(bytes)
    return this.#taken.promise
  }

  end(): void {
    this.#chunk.resolve(null)
  }

  abort(reason: Error): void {
    this.#chunk.promise.catch(() => undefined)
    this.#chunk.reject(reason)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await this.#chunk.promise
      if (!chunk) return
      yield chunk
      const { resolve } = this.#taken
      this.#chunk = Promise.withResolvers()
      this.#taken = Promise.withResolvers()
      resolve()
    }
  }
}

const uploadPack = (objectStore: ObjectStore, packId: number): PackUpload => {
  const pipe = new BodyPipe()
  const stored = objectStore.put(packKey(packId), pipe, MAX_PACK_BODY_BYTES, { reusesChunks: true })
  const failed = stored.then(() => Promise.reject(new Error('the object ended before its body')))
  failed.catch(() => undefined) // whoever writes or ends gets the error
  return {
    packId: String(packId),
    write: (bytes) => Promise.race([pipe.write(bytes), failed]),
    async end() {
      pipe.end()
      await stored
    },
    async abort() {
      pipe.abort(new Error('the pack was given up'))
      await stored.catch(() => undefined)
    },
  }
}

interface Making {
  readonly backupId: number
  readonly userId: number
  readonly attempt: number
  readonly chargedAs: Exclude<ChargedAs, 'trash'>
}

export interface MakingStore extends BlockStore {
  /** Records how much of each pack the backup uses, which it must know before it is complete. */
  writeUses(tx: Tx): Promise<void>
}

/** Store of a backup that is being made. Every write is refused once another attempt has taken over. */
export const createBlockStore = (deps: BlockStoreDeps, making: Making): MakingStore => {
  const { database, clock, objectStore } = deps
  const { backupId, userId, attempt, chargedAs } = making
  /** Raw bytes by pack. Each has a row, so that no other backup can give it up. */
  const uses = new Map<string, number>()
  const transact = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    database.db.transaction(async (tx) => {
      if (!(await holdAttempt(tx, backupId, attempt))) throw new AttemptLost('another attempt makes this backup')
      return work(tx)
    })
  /** Leaves out packs that are not used yet and of which little is asked for: a few blocks would keep all of a pack. */
  const withoutStrays = (found: ReadonlyMap<string, BlockLocation>, asked: number): Map<string, BlockLocation> => {
    const byPack = Map.groupBy(found.values(), ({ packId }) => packId)
    const isStray = (packId: string): boolean => {
      const blocks = byPack.get(packId) ?? []
      const bytes = blocks.reduce((sum, { length }) => sum + length, 0)
      return !uses.has(packId) && bytes < STRAY_BYTES && blocks.length * STRAY_SHARE < asked
    }
    const strays = new Set([...byPack.keys()].filter(isStray))
    return new Map([...found].filter(([, { packId }]) => !strays.has(packId)))
  }
  const noteUses = (found: ReadonlyMap<string, BlockLocation>): void => {
    for (const { packId, length } of found.values()) uses.set(packId, (uses.get(packId) ?? 0) + length)
  }
  /** Those of the blocks whose packs are not given up; they stay until this backup does not use them. */
  const hold = (found: ReadonlyMap<string, BlockLocation>) => {
    const packIds = [...new Set([...found.values()].map(({ packId }) => packId))].filter((packId) => !uses.has(packId))
    if (packIds.length === 0) return found
    return transact(async (tx) => {
      const held = new Set(await holdPacks(tx, packIds))
      await setUses(
        tx,
        backupId,
        [...held].map((packId) => [packId, 1]),
      )
      return new Map([...found].filter(([, { packId }]) => held.has(packId) || uses.has(packId)))
    })
  }

  return {
    ...readingFrom(deps),

    // Reading alone takes no sync of the database's log; each pack is held once, in a transaction of its own: commits lock
    // the space, which others lock after the packs.
    async find(hashes) {
      const stored = await database.db.transaction((tx) => findReusableBlocks(tx, making, hashes))
      const found = await hold(withoutStrays(stored, hashes.length))
      noteUses(found)
      return found
    },

    async beginPack() {
      // The row comes first: an object without one would never be deleted.
      const packId = await transact(async (tx) => {
        await chargeSpace(tx, userId, chargedAs, 0, clock.now())
        const id = await insertPack(tx, { userId, chargedAs, createdAt: clock.now() })
        await setUses(tx, backupId, [[String(id), 0]])
        return id
      })
      return uploadPack(objectStore, packId)
    },

    commitPack: (packId, pack) =>
      transact(async (tx) => {
        if (!(await fillPack(tx, Number(packId), pack))) throw new AttemptLost('the pack was given up')
        await chargeSpace(tx, userId, chargedAs, pack.storedBytes, clock.now())
        await setUses(tx, backupId, [[packId, pack.rawBytes]])
        await insertBlocks(tx, Number(packId), userId, pack.blocks)
        uses.set(packId, pack.rawBytes)
      }),

    writeUses: (tx) => setUses(tx, backupId, [...uses]),
  }
}

/** Blocks of a complete backup, for a restore. */
export const openBlockStore = (
  deps: Reading,
  backupId: number,
): Pick<BlockStore, 'find' | 'framesOf' | 'readBody'> => ({
  ...readingFrom(deps),
  find: (hashes) => deps.database.db.transaction((tx) => findBlocks(tx, backupId, hashes)),
})
