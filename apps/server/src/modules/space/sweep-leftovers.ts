import { inArray } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, Db } from '../../platform/database.ts'
import { forEachRow } from '../../platform/each-row.ts'
import type { ObjectStore } from '../../platform/object-store.ts'
import { backupPacks } from '../../tables/backups.ts'
import { spaceParts } from '../../tables/space.ts'
import { packKey } from './backups/block-store.ts'
import { partKey } from './files/contents.ts'

interface LeftoverDeps {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly log: Logger
}

/** Objects whose row is written before them and deleted after them. */
interface ObjectKind {
  readonly prefix: string
  /** Keys of those that have a row. */
  readonly findKnown: (db: Db, names: readonly string[]) => Promise<string[]>
}

const JOB = 'space.sweepLeftovers'
const AT_ONCE = 500
/** The rest waits for the next run. */
const MOST_LEFTOVERS = 10_000

const KINDS: readonly ObjectKind[] = [
  {
    prefix: packKey(''),
    findKnown: async (db, names) => {
      const ids = names.map(Number).filter(Number.isSafeInteger)
      const packs = await db.select({ id: backupPacks.id }).from(backupPacks).where(inArray(backupPacks.id, ids))
      return packs.map(({ id }) => packKey(id))
    },
  },
  {
    prefix: partKey(''),
    findKnown: async (db, names) => {
      const parts = await db
        .select({ id: spaceParts.id })
        .from(spaceParts)
        .where(inArray(spaceParts.id, [...names]))
      return parts.map(({ id }) => partKey(id))
    },
  },
]

/**
 * Deletes packs and pieces of files that have no row: a process that was taken for dead may finish writing one after the
 * sweep of its row. Where most objects have none, the database belongs to another store, and all of them stay.
 */
export const sweepLeftovers =
  ({ database: { db }, objectStore, log }: LeftoverDeps) =>
  async (): Promise<void> => {
    const leftovers: string[] = []
    let knownCount = 0
    for await (const { kind, keys } of inBatches(objectStore.list())) {
      const names = keys.map((key) => key.slice(kind.prefix.length))
      const known = new Set(await kind.findKnown(db, names))
      knownCount += known.size
      leftovers.push(...keys.filter((key) => !known.has(key)))
      if (leftovers.length >= MOST_LEFTOVERS) break
    }
    if (leftovers.length > knownCount) {
      log.error({ job: JOB, leftovers: leftovers.length, known: knownCount }, 'objects of another database: left alone')
      return
    }
    await forEachRow({ job: JOB, log, fields: (key: string) => ({ key }) }, leftovers, (key) => objectStore.delete(key))
  }

/** Keys of one kind each. */
async function* inBatches(list: AsyncIterable<string>): AsyncGenerator<{ kind: ObjectKind; keys: string[] }> {
  const batches = new Map(KINDS.map((kind) => [kind, [] as string[]]))
  for await (const key of list) {
    const kind = KINDS.find(({ prefix }) => key.startsWith(prefix))
    const keys = kind && batches.get(kind)
    if (!keys) continue
    keys.push(key)
    if (keys.length === AT_ONCE) yield { kind, keys: keys.splice(0) }
  }
  for (const [kind, keys] of batches) if (keys.length > 0) yield { kind, keys }
}
