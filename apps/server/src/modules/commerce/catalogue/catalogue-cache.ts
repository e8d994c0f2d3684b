import type { Pool } from 'pg'
import { createBatchLoader } from '../../../platform/batch-loader.ts'

/** What a buyer has bought before: how many of each product. */
export type Purchases = ReadonlyMap<number, number>

interface Snapshot {
  readonly version: string
  readonly purchases: Purchases
}

export interface CatalogueCache {
  /** Current catalogue version and the purchases of this buyer. */
  read(userId: number | null): Promise<{ readonly purchases: Purchases; readonly cached: Cached }>
}

/** Answers from memory what was loaded before under the same key, while nothing of the catalogue has changed. */
type Cached = <Value>(key: string, load: () => Promise<Value>) => Promise<Value>

const READ_VERSION = {
  name: 'catalogue-version',
  text: `select requested.position::int as position, v.version,
      (select jsonb_object_agg(product_id, purchases) from product_purchases where user_id = requested.user_id) as purchases
    from unnest($1::bigint[]) with ordinality as requested (user_id, position) cross join catalogue_version v`,
}
const MAX_ENTRIES = 1000
const NOBODY = 0

/**
 * What is sold is read far more often than it changes, and is the same for everybody but for first purchases. So each
 * process keeps what it has read, and asks, for many visitors at a time, only for the catalogue's version and for what
 * they have bought. What is read is read after its version, so nothing is ever older than the database says.
 */
export const createCatalogueCache = (pool: Pool): CatalogueCache => {
  let version = ''
  let entries = new Map<string, Promise<unknown>>()

  const readSnapshot = createBatchLoader(async (userIds: readonly number[]): Promise<Snapshot[]> => {
    const { rows } = await pool.query<{ position: number; version: string; purchases: Record<string, number> | null }>({
      ...READ_VERSION,
      values: [userIds],
    })
    const snapshots: Snapshot[] = []
    for (const row of rows)
      snapshots[row.position - 1] = { version: row.version, purchases: purchasesOf(row.purchases) }
    return snapshots
  })

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
      const snapshot = await readSnapshot(userId ?? NOBODY)
      // Versions only grow; an answer that was overtaken by another keeps nothing for those who come.
      if (BigInt(snapshot.version) > BigInt(version || 0)) {
        version = snapshot.version
        entries = new Map()
      }
      return { purchases: snapshot.purchases, cached: cachedIn(snapshot.version === version ? entries : new Map()) }
    },
  }
}

const purchasesOf = (counts: Record<string, number> | null): Purchases =>
  new Map(Object.entries(counts ?? {}).map(([productId, purchases]) => [Number(productId), purchases]))
