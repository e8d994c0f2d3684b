import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BackupDamaged } from '@yunji/backup-format/errors'
import type { BlockStore, StoredPack } from '@yunji/backup-format/types'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { ObjectStore } from '../../../platform/object-store.ts'
import { chargeSpace } from '../quota.ts'
import {
  addUses,
  type ChargedAs,
  findBlocks,
  findPack,
  findReusableBlocks,
  insertBlocks,
  insertPack,
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

export const packKey = (packId: number | string): string => `backups/${packId}`

const readPack =
  ({ database: { db }, objectStore }: Pick<BlockStoreDeps, 'database' | 'objectStore'>) =>
  async (packId: string): Promise<StoredPack> => {
    const pack = await findPack(db, Number(packId))
    const body = pack && (await objectStore.get(packKey(packId)))
    if (!pack || !body) throw new BackupDamaged('a pack is missing')
    return { body: await buffer(body), sha256: pack.sha256, rawBytes: pack.rawBytes }
  }

interface Making {
  readonly backupId: number
  readonly userId: number
  readonly attempt: number
  readonly chargedAs: Exclude<ChargedAs, 'trash'>
}

/** Store of a backup that is being made. Every write is refused once another attempt has taken over. */
export const createBlockStore = (deps: BlockStoreDeps, making: Making): BlockStore => {
  const { database, clock, objectStore } = deps
  const { backupId, userId, attempt, chargedAs } = making
  const write = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    database.db.transaction(async (tx) => {
      if (!(await holdAttempt(tx, backupId, attempt))) throw new AttemptLost('another attempt makes this backup')
      return work(tx)
    })

  return {
    find: (hashes) =>
      write(async (tx) => {
        const found = await findReusableBlocks(tx, making, hashes)
        const uses = new Map<string, number>()
        for (const { packId, length } of found.values()) uses.set(packId, (uses.get(packId) ?? 0) + length)
        await addUses(tx, backupId, uses)
        return found
      }),

    async writePack({ body, sha256, rawBytes }) {
      // The row comes first: an object without one would never be deleted.
      const packId = await write(async (tx) => {
        await chargeSpace(tx, userId, chargedAs, body.length, clock.now())
        const pack = { userId, rawBytes, storedBytes: body.length, sha256, chargedAs, createdAt: clock.now() }
        const id = await insertPack(tx, pack)
        await addUses(tx, backupId, new Map([[String(id), rawBytes]]))
        return id
      })
      await objectStore.put(packKey(packId), Readable.from([body]), body.length)
      return String(packId)
    },

    commitPack: (packId, { blocks }) => write((tx) => insertBlocks(tx, Number(packId), userId, blocks)),

    readPack: readPack(deps),
  }
}

/** Blocks of a complete backup, for a restore. */
export const openBlockStore = (
  deps: Pick<BlockStoreDeps, 'database' | 'objectStore'>,
  backupId: number,
): Pick<BlockStore, 'find' | 'readPack'> => ({
  find: (hashes) => findBlocks(deps.database.db, backupId, hashes),
  readPack: readPack(deps),
})
