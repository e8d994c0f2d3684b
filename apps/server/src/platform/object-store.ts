import type { Readable } from 'node:stream'

export interface StoredObject {
  readonly sizeBytes: number
  readonly sha256: string
}

/**
 * Storage of files of any size: the file system by default, an S3 service by configuration. Everything streams; an
 * object appears whole or not at all.
 */
export interface ObjectStore {
  put(key: string, body: Readable, limitBytes: number): Promise<StoredObject>
  /** `null` for an unknown key. */
  get(key: string): Promise<Readable | null>
  sizeBytes(key: string): Promise<number | null>
  delete(key: string): Promise<void>
  /** All keys, unordered; concurrently added or deleted objects may or may not be included. */
  list(): AsyncIterable<string>
  /** Throws when the store is not writable. */
  probe(): Promise<void>
}

export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

const KEY_PATTERN = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const KEY_MAX_LENGTH = 256

/** Keys are made by the server, never by a user; this catches a file name passed through by mistake. */
export const assertObjectKey = (key: string): void => {
  if (key.length > KEY_MAX_LENGTH || !KEY_PATTERN.test(key)) throw new Error(`not an object key: ${key.slice(0, 40)}`)
}
