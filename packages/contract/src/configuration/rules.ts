import type { DeviceState } from '../devices/device/enums.ts'

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

export interface StateName {
  readonly label: string
  readonly note: string
}

/** Names of device states that customers see, unless the operator has set others. */
export const defaultStateNames: Readonly<Record<DeviceState, StateName>> = {
  creating: { label: '创建中', note: '正在准备，通常几分钟内可用' },
  running: { label: '运行中', note: '可以进入使用' },
  stopped: { label: '已关机', note: '开机后可以使用' },
  rebooting: { label: '重启中', note: '正在重启，数据不受影响' },
  cleaning: { label: '清理中', note: '正在清理，完成后可以使用' },
  backingUp: { label: '备份中', note: '正在备份，完成前请勿操作设备' },
  restoring: { label: '恢复中', note: '正在恢复备份，完成后可以使用' },
  replacing: { label: '更换中', note: '正在更换设备，旧设备保留到更换完成' },
  changingZone: { label: '更换区域中', note: '正在更换区域，旧设备保留到更换完成' },
  changingConfiguration: { label: '变更配置中', note: '正在变更配置，数据不受影响' },
  updating: { label: '更新中', note: '正在更新系统，数据会保留' },
  expired: { label: '已到期', note: '数据保留 2 小时，续费后可以继续使用' },
  released: { label: '已释放', note: '设备已收回，数据已清除' },
  faulty: { label: '离线', note: '暂时连接不上，正在修复' },
}
