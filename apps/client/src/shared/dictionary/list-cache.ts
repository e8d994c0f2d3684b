import {
  type DictionaryCache,
  type DictionaryEntry,
  findDictionary,
  type Labelled,
  withDictionary,
} from '@yunji/contract/configuration/rules'
import type { Clock } from '../platform/app/clock.ts'

interface ListsDeps<Entry extends DictionaryEntry> {
  readonly load: (category: string) => Promise<readonly Entry[]>
  readonly clock: Clock
}

type List<Entry extends DictionaryEntry> = readonly Labelled<Entry>[]

/** Cache of rarely changing lists: concurrent reads share one request, and fresh lists are reused. */
export const createListCache = <Entry extends DictionaryEntry>({ load, clock }: ListsDeps<Entry>) => {
  let cache: DictionaryCache<Entry> = new Map()
  const underWay = new Map<string, Promise<List<Entry>>>()

  const reload = async (category: string): Promise<List<Entry>> => {
    try {
      cache = withDictionary(cache, category, await load(category), clock())
      return findDictionary(cache, category, clock()) ?? []
    } finally {
      underWay.delete(category)
    }
  }

  return async (category: string): Promise<List<Entry>> => {
    const fresh = findDictionary(cache, category, clock())
    if (fresh) return fresh
    const loading = underWay.get(category) ?? reload(category)
    underWay.set(category, loading)
    return loading
  }
}
