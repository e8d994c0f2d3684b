import type { Readable } from 'node:stream'
import type { Db } from './database.ts'

export interface StoredObject {
  readonly sizeBytes: number
}

export interface PutOptions {
  /** Chunks of the body are used by no one else: the store may free each that it has written. */
  readonly freesChunks?: boolean
  /** The body uses the memory of a chunk again as soon as the next one is asked for. */
  readonly reusesChunks?: boolean
}

/** Part of an object. Bytes beyond its end are left out. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/**
 * Storage of files of any size: the file system by default, an S3 service by configuration. Everything streams; an
 * object appears whole or not at all, and survives a loss of power once `put` has returned.
 */
export interface ObjectStore {
  put(key: string, body: AsyncIterable<Buffer>, limitBytes: number, options?: PutOptions): Promise<StoredObject>
  /** `null` for an unknown key. */
  get(key: string, range?: ByteRange): Promise<Readable | null>
  /**
   * Fills the target from the offset on, without memory of its own where it can. Resolves with the number of bytes that
   * there are, and with `null` for an unknown key.
   */
  readInto(key: string, offset: number, target: Buffer): Promise<number | null>
  sizeBytes(key: string): Promise<number | null>
  delete(key: string): Promise<void>
  /** All keys, unordered; concurrently added or deleted objects may or may not be included. */
  list(): AsyncIterable<string>
  /** Address that gives the object without a login until it expires; absent where browsers cannot reach the store. */
  downloadAddress?(key: string, fileName: string, lifetimeSeconds: number): Promise<string>
  /** Throws when the store is not writable. */
  probe(): Promise<void>
}

/** Objects whose row is written before them and deleted after them. */
export interface ObjectKind {
  readonly prefix: string
  /** Those of the keys that have a row. */
  readonly findKnown: (db: Db, keys: readonly string[]) => Promise<string[]>
}

export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

const KEY_PATTERN = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/
const KEY_MAX_LENGTH = 256

/** False for an object that somebody else has put into the bucket. */
export const isObjectKey = (key: string): boolean => key.length <= KEY_MAX_LENGTH && KEY_PATTERN.test(key)

/** Keys are made by the server, never by a user; this catches a file name passed through by mistake. */
export const assertObjectKey = (key: string): void => {
  if (!isObjectKey(key)) throw new Error(`not an object key: ${key.slice(0, 40)}`)
}

/** `attachment` with the name as text of any language (RFC 6266). */
export const attachmentOf = (fileName: string): string => {
  const plain = fileName.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
