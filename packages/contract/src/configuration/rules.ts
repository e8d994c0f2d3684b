/** Shown when the operator has configured no reminder of their own (section 8). */
export const DEFAULT_RENEWAL_REMINDER = '设备已到期，系统保留 2 小时，请及时续费'

/** An entry of exactly this age has expired. */
export const DICTIONARY_LIFETIME_MS = 5 * 60_000

/** An entry as the server sends it; the name is shown. */
export interface DictionaryEntry {
  readonly name: string
}

export type Labelled<Entry extends DictionaryEntry> = Entry & { readonly label: string }

interface Loaded<Entry extends DictionaryEntry> {
  readonly entries: readonly Labelled<Entry>[]
  readonly expiresAtMs: number
}

export type DictionaryCache<Entry extends DictionaryEntry> = ReadonlyMap<string, Loaded<Entry>>

export const withDictionary = <Entry extends DictionaryEntry>(
  cache: DictionaryCache<Entry>,
  category: string,
  entries: readonly Entry[],
  nowMs: number,
): DictionaryCache<Entry> => {
  const labelled = entries.map((entry) => ({ ...entry, label: entry.name }))
  return new Map([...cache, [category, { entries: labelled, expiresAtMs: nowMs + DICTIONARY_LIFETIME_MS }]])
}

/** Entries of a category while fresh, otherwise undefined. A clock that was set back does not extend the lifetime. */
export const findDictionary = <Entry extends DictionaryEntry>(
  cache: DictionaryCache<Entry>,
  category: string,
  nowMs: number,
): readonly Labelled<Entry>[] | undefined => {
  const loaded = cache.get(category)
  if (!loaded) return undefined
  const leftMs = loaded.expiresAtMs - nowMs
  return leftMs > 0 && leftMs <= DICTIONARY_LIFETIME_MS ? loaded.entries : undefined
}
