import type { Logger } from 'pino'
import type { Database } from '../../platform/database.ts'
import { forEachRow } from '../../platform/each-row.ts'
import type { ObjectKind, ObjectStore } from '../../platform/object-store.ts'

interface LeftoverDeps {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly log: Logger
  readonly kinds: readonly ObjectKind[]
}

const JOB = 'space.sweepLeftovers'
const AT_ONCE = 500
/** The rest waits for the next run. */
const MOST_LEFTOVERS = 10_000

/**
 * Deletes packs and pieces of files that have no row: a process that was taken for dead may finish writing one after the
 * sweep of its row. Where most objects have none, the database belongs to another store, and all of them stay.
 */
export const sweepLeftovers =
  ({ database: { db }, objectStore, log, kinds }: LeftoverDeps) =>
  async (): Promise<void> => {
    const leftovers: string[] = []
    let knownCount = 0
    for await (const { kind, keys } of inBatches(kinds, objectStore.list())) {
      const known = new Set(await kind.findKnown(db, keys))
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

interface Batch {
  readonly kind: ObjectKind
  readonly keys: string[]
}

/** Keys of one kind each. */
async function* inBatches(kinds: readonly ObjectKind[], list: AsyncIterable<string>): AsyncGenerator<Batch> {
  const batches = kinds.map((kind): Batch => ({ kind, keys: [] }))
  for await (const key of list) {
    const batch = batches.find(({ kind }) => key.startsWith(kind.prefix))
    batch?.keys.push(key)
    if (batch?.keys.length === AT_ONCE) yield { kind: batch.kind, keys: batch.keys.splice(0) }
  }
  yield* batches.filter(({ keys }) => keys.length > 0)
}
