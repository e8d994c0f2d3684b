import type { Pool } from 'pg'
import { createBatchLoader } from '../../../platform/batch-loader.ts'
import { type Purchases, readSnapshots } from './store.ts'

export interface CatalogueCache {
  /** Purchases of this buyer, and the cache of the catalogue's current version. */
  read(userId: number | null): Promise<{ readonly purchases: Purchases; readonly cached: Cached }>
}

/** Returns the value that was loaded before under the same key, or loads it. */
type Cached = <Value>(key: string, load: () => Promise<Value>) => Promise<Value>

const MAX_ENTRIES = 1000
/** No user has this id. */
const VISITOR_ID = 0

/**
 * A cache of the catalogue for one process, dropped as a whole when the catalogue's version grows. Each read asks the
 * database for the version and the buyer's purchases only, in one statement for many buyers. Values are loaded after
 * their version was read, so none is older than it.
 */
export const createCatalogueCache = (pool: Pool): CatalogueCache => {
  let version = ''
  let entries = new Map<string, Promise<unknown>>()

  const readSnapshot = createBatchLoader((userIds: readonly number[]) => readSnapshots(pool, userIds))

  const cachedIn =
    (known: Map<string, Promise<unknown>>): Cached =>
    <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
      const entry = known.get(key)
      if (entry) return entry as Promise<Value>
      if (known.size >= MAX_ENTRIES) known.clear()
      const loading = load()
      known.set(key, loading)
      loading.catch(() => known.delete(key))
      return loading
    }

  return {
    async read(userId) {
      const snapshot = await readSnapshot(userId ?? VISITOR_ID)
      if (BigInt(snapshot.version) > BigInt(version || 0)) {
        version = snapshot.version
        entries = new Map()
      }
      // A snapshot that a newer one has overtaken gets a cache of its own, which nobody else reads.
      return { purchases: snapshot.purchases, cached: cachedIn(snapshot.version === version ? entries : new Map()) }
    },
  }
}
