import type { Pool } from 'pg'
import { createBatchLoader } from '../../../platform/batch-loader.ts'

/** What a buyer has bought before: how many of each product. */
export type Purchases = ReadonlyMap<number, number>

interface Look {
  readonly version: string
  readonly purchases: Purchases
}

export interface Shelf {
  /** The shelf as it is now, for this buyer. */
  look(userId: number | null): Promise<{ readonly purchases: Purchases; readonly keep: Keep }>
}

/** Answers from memory what was loaded before under the same key, while nothing of the catalogue has changed. */
type Keep = <Value>(key: string, load: () => Promise<Value>) => Promise<Value>

const LOOK = {
  name: 'catalogue-look',
  text: `select asked.position::int as position, v.version,
      (select jsonb_object_agg(product_id, purchases) from product_purchases where user_id = asked.user_id) as purchases
    from unnest($1::bigint[]) with ordinality as asked (user_id, position) cross join catalogue_version v`,
}
const MAX_ENTRIES = 1000
const NOBODY = 0

/**
 * What is sold is read far more often than it changes, and is the same for everybody but for first purchases. So each
 * process keeps what it has read, and asks, for many visitors at a time, only for the catalogue's version and for what
 * they have bought. What is read is read after its version, so nothing is ever older than the database says.
 */
export const createShelf = (pool: Pool): Shelf => {
  let version = ''
  let entries = new Map<string, Promise<unknown>>()

  const look = createBatchLoader(async (userIds: readonly number[]): Promise<Look[]> => {
    const { rows } = await pool.query<{ position: number; version: string; purchases: Record<string, number> | null }>({
      ...LOOK,
      values: [userIds],
    })
    const looks: Look[] = []
    for (const row of rows) looks[row.position - 1] = { version: row.version, purchases: purchasesOf(row.purchases) }
    return looks
  })

  const keepIn =
    (kept: Map<string, Promise<unknown>>): Keep =>
    <Value>(key: string, load: () => Promise<Value>): Promise<Value> => {
      const known = kept.get(key)
      if (known) return known as Promise<Value>
      if (kept.size >= MAX_ENTRIES) kept.clear()
      const loading = load()
      kept.set(key, loading)
      loading.catch(() => kept.delete(key))
      return loading
    }

  return {
    async look(userId) {
      const seen = await look(userId ?? NOBODY)
      // Versions only grow; an answer that was overtaken by another keeps nothing for those who come.
      if (BigInt(seen.version) > BigInt(version || 0)) {
        version = seen.version
        entries = new Map()
      }
      return { purchases: seen.purchases, keep: keepIn(seen.version === version ? entries : new Map()) }
    },
  }
}

const purchasesOf = (counts: Record<string, number> | null): Purchases =>
  new Map(Object.entries(counts ?? {}).map(([productId, purchases]) => [Number(productId), purchases]))
