import type { Readable } from 'node:stream'

export interface StoredObject {
  readonly sizeBytes: number
  readonly sha256: string
}

/**
 * Where files of any size live: the file system by default, an S3 service by configuration. Everything streams; an
 * object appears whole or not at all.
 */
export interface ObjectStore {
  put(key: string, body: Readable, limitBytes: number): Promise<StoredObject>
  /** `null` when nothing stands under the key. */
  get(key: string): Promise<Readable | null>
  sizeBytes(key: string): Promise<number | null>
  delete(key: string): Promise<void>
  /** Every key, in no order; objects that come or go meanwhile may or may not be among them. */
  list(): AsyncIterable<string>
  /** Proves that the store can be written to. */
  probe(): Promise<void>
}

export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

const KEY_PATTERN = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const KEY_MAX_LENGTH = 256

/** Keys are made by the server, never by a user; this catches the mistake of passing a name through. */
export const assertObjectKey = (key: string): void => {
  if (key.length > KEY_MAX_LENGTH || !KEY_PATTERN.test(key)) throw new Error(`not an object key: ${key.slice(0, 40)}`)
}
