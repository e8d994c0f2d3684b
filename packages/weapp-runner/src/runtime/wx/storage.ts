import { STORAGE_PREFIX } from '../../control.ts'
import { findUnserialisable } from '../serialise.ts'
import type { ApiFamily } from './api.ts'
import { WxError } from './callback.ts'

const KEY_LIMIT_BYTES = 1024 * 1024
const TOTAL_LIMIT_BYTES = 10 * 1024 * 1024

/** The program's storage, kept in the browser's own so that it survives a restart of the program. */
export class ProgramStorage {
  private readonly store: Storage

  constructor(store: Storage) {
    this.store = store
  }

  keys(): string[] {
    return Object.keys(this.store)
      .filter((key) => key.startsWith(STORAGE_PREFIX))
      .map((key) => key.slice(STORAGE_PREFIX.length))
  }

  read(key: string): unknown {
    const text = this.store.getItem(STORAGE_PREFIX + key)
    return text === null ? undefined : JSON.parse(text)
  }

  write(key: string, value: unknown): void {
    const problem = findUnserialisable(value)
    if (problem !== undefined) throw new WxError(`cannot store ${key}: ${problem}`)
    const text = JSON.stringify(value ?? '')
    if (text.length > KEY_LIMIT_BYTES) throw new WxError(`entry size limit reached: ${key}`)
    if (this.sizeBytes() + text.length > TOTAL_LIMIT_BYTES) throw new WxError('storage size limit reached')
    this.store.setItem(STORAGE_PREFIX + key, text)
  }

  remove(key: string): void {
    this.store.removeItem(STORAGE_PREFIX + key)
  }

  clear(): void {
    for (const key of this.keys()) this.remove(key)
  }

  info() {
    return { keys: this.keys(), currentSize: Math.ceil(this.sizeBytes() / 1024), limitSize: TOTAL_LIMIT_BYTES / 1024 }
  }

  private sizeBytes(): number {
    return this.keys().reduce((sum, key) => sum + (this.store.getItem(STORAGE_PREFIX + key)?.length ?? 0), 0)
  }
}

export const storageApis = (storage: ProgramStorage): ApiFamily => ({
  sync: {
    getStorageSync: (key: string) => storage.read(key) ?? '',
    setStorageSync: (key: string, value: unknown) => storage.write(key, value),
    removeStorageSync: (key: string) => storage.remove(key),
    clearStorageSync: () => storage.clear(),
    getStorageInfoSync: () => storage.info(),
  },
  async: {
    getStorage: ({ key }: { key: string }) => {
      const data = storage.read(key)
      if (data === undefined) throw new WxError('data not found')
      return { data }
    },
    setStorage: ({ key, data }: { key: string; data: unknown }) => storage.write(key, data),
    removeStorage: ({ key }: { key: string }) => storage.remove(key),
    clearStorage: () => storage.clear(),
    getStorageInfo: () => storage.info(),
  },
})
