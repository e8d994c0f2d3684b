import { Readable } from 'node:stream'
import { BackupDamaged } from '@yunji/backup-format/errors'
import { freeChunk } from '@yunji/backup-format/free-buffer'
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

type Reading = Pick<BlockStoreDeps, 'database' | 'objectStore'>

const openPack = async ({ database: { db }, objectStore }: Reading, packId: string) => {
  const pack = await findPack(db, Number(packId))
  const body = pack && (await objectStore.get(packKey(packId)))
  if (!pack || !body) throw new BackupDamaged('a pack is missing')
  return { ...pack, body }
}

const readPack =
  (deps: Reading) =>
  async (packId: string): Promise<StoredPack> => {
    const { body, storedBytes, checksum, rawBytes } = await openPack(deps, packId)
    return { body: await readAll(body, storedBytes), checksum, rawBytes }
  }

const hasBody =
  (deps: Reading) =>
  async (packId: string, expected: Buffer): Promise<boolean> => {
    const { body } = await openPack(deps, packId)
    let readBytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const end = readBytes + chunk.length
      if (!chunk.equals(expected.subarray(readBytes, end))) return false
      readBytes = end
      freeChunk(chunk)
    }
    return readBytes === expected.length
  }

/** A body of another length than announced has another hash too. */
const readAll = async (body: AsyncIterable<Buffer>, sizeBytes: number): Promise<Buffer> => {
  const all = Buffer.allocUnsafeSlow(sizeBytes)
  let readBytes = 0
  for await (const chunk of body) {
    chunk.copy(all, readBytes)
    readBytes += chunk.length
    freeChunk(chunk)
  }
  if (readBytes > sizeBytes) throw new BackupDamaged('a pack is longer than what was written')
  return all.subarray(0, readBytes)
}

/**
 * Does what is asked while a transaction runs together in the next one: the packs of a backup, which all lock the same
 * rows, wait for one commit instead of each other's. A failure is that of all of them, and of the backup.
 */
const createTransactionBatches = (transact: (work: (tx: Tx) => Promise<void>) => Promise<void>) => {
  interface Waiting {
    readonly work: (tx: Tx) => Promise<void>
    readonly done: PromiseWithResolvers<void>
  }
  let waiting: Waiting[] = []
  let isRunning = false
  const runNext = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    try {
      await transact(async (tx) => {
        for (const { work } of batch) await work(tx)
      })
      for (const { done } of batch) done.resolve()
    } catch (error) {
      for (const { done } of batch) done.reject(error)
    }
  }
  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) await runNext()
    isRunning = false
  }
  return async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    const done = Promise.withResolvers<void>()
    let result: { readonly value: Result } | undefined
    waiting.push({
      done,
      work: async (tx) => {
        result = { value: await work(tx) }
      },
    })
    if (!isRunning) void run()
    await done.promise
    if (!result) throw new Error('a transaction ended without its work')
    return result.value
  }
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
  const transact = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    database.db.transaction(async (tx) => {
      if (!(await holdAttempt(tx, backupId, attempt))) throw new AttemptLost('another attempt makes this backup')
      return work(tx)
    })
  const write = createTransactionBatches(transact)

  return {
    // Apart from writes: those lock the space, which others lock after the packs that are locked here.
    find: (hashes) =>
      transact(async (tx) => {
        const found = await findReusableBlocks(tx, making, hashes)
        const uses = new Map<string, number>()
        for (const { packId, length } of found.values()) uses.set(packId, (uses.get(packId) ?? 0) + length)
        await addUses(tx, backupId, uses)
        return found
      }),

    async writePack({ body, checksum, rawBytes }) {
      // The row comes first: an object without one would never be deleted.
      const packId = await write(async (tx) => {
        await chargeSpace(tx, userId, chargedAs, body.length, clock.now())
        const pack = { userId, rawBytes, storedBytes: body.length, checksum, chargedAs, createdAt: clock.now() }
        const id = await insertPack(tx, pack)
        await addUses(tx, backupId, new Map([[String(id), rawBytes]]))
        return id
      })
      await objectStore.put(packKey(packId), Readable.from([body]), body.length)
      return String(packId)
    },

    commitPack: (packId, blocks) => write((tx) => insertBlocks(tx, Number(packId), userId, blocks)),

    hasBody: hasBody(deps),
    readPack: readPack(deps),
  }
}

/** Blocks of a complete backup, for a restore. */
export const openBlockStore = (deps: Reading, backupId: number): Pick<BlockStore, 'find' | 'readPack'> => ({
  find: (hashes) => findBlocks(deps.database.db, backupId, hashes),
  readPack: readPack(deps),
})
