import type { Readable } from 'node:stream'
import type { SyncResponse } from '@yunji/phone-protocol/adb/sync-response'
import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import type { Operation } from './operation.ts'
import { sendBytes, toReadable } from './streams.ts'
import { type ListVersion, openSync, type SyncSession } from './sync.ts'
import type { Bytes, PhoneFile, PushOptions, Transfer } from './types.ts'

const ANSWER_TIMEOUT_MS = 15_000
/** Counted from the last chunk. */
const STALL_TIMEOUT_MS = 20_000
const DEFAULT_MODE = 0o644
const TYPE_MASK = 0o170_000
const FOLDER_TYPE = 0o040_000
const FILE_TYPE = 0o100_000

export async function listFiles(link: Link, path: string): Promise<PhoneFile[]> {
  const version = link.adb.deviceFeatures.includes('ls_v2') ? 2 : 1
  const work = async (sync: SyncSession, operation: Operation) => {
    await sync.request({ id: version === 2 ? 'LIS2' : 'LIST', path: assertPath(path) })
    const files: PhoneFile[] = []
    for (let answer = await sync.nextResponse(); answer.id !== 'DONE'; answer = await sync.nextResponse()) {
      if (answer.id === 'DNT2' || answer.id === 'DENT') files.push(describe(answer))
      operation.renew()
    }
    return files.filter(({ name }) => name !== '.' && name !== '..')
  }
  return withSync(link, { what: 'listing a folder', timeoutMs: ANSWER_TIMEOUT_MS, listVersion: version }, work)
}

/** Sizes of files by path, without those that cannot be read. */
export async function statSizes(link: Link, paths: readonly string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map()
  const id = link.adb.deviceFeatures.includes('stat_v2') ? 'LST2' : 'STAT'
  return withSync(link, { what: 'looking at files', timeoutMs: ANSWER_TIMEOUT_MS }, async (sync, operation) => {
    const sizes = new Map<string, number>()
    for (const path of paths) {
      await sync.request({ id, path: assertPath(path) })
      const answer = await sync.nextResponse()
      const isThere = (answer.id === 'LST2' && answer.error === 0) || (answer.id === 'STAT' && answer.mode !== 0)
      if (isThere) sizes.set(path, Number(answer.sizeBytes))
      operation.renew()
    }
    return sizes
  })
}

export async function pushFile(link: Link, path: string, body: Bytes, options: PushOptions = {}): Promise<Transfer> {
  const { mode = DEFAULT_MODE, modifiedAt = new Date(), onProgress } = options
  return withSync(link, { what: 'sending a file', timeoutMs: STALL_TIMEOUT_MS }, async (sync, operation) => {
    sync.queue({ id: 'SEND', path: assertPath(path), mode: FILE_TYPE | mode })
    const answer = sync.nextResponse()
    answer.catch(() => {}) // awaited below, unless the source fails first
    const transfer = await sendBytes(body, operation, onProgress, async (chunks) => {
      for await (const chunk of chunks) if (!(await sync.sendData(chunk))) return
      sync.queue({ id: 'DONE', modifiedAtSeconds: Math.floor(modifiedAt.getTime() / 1000) })
      await sync.flush()
    })
    await answer
    return transfer
  })
}

/** The stream ends with an error when the transfer is cut off, never early. */
export async function pullFile(link: Link, path: string): Promise<Readable> {
  const operation = link.begin('fetching a file', STALL_TIMEOUT_MS)
  try {
    const sync = await openSync(link, operation)
    await sync.request({ id: 'RECV', path: assertPath(path) })
    const stop = () => {
      operation.end()
      sync.close()
    }
    const read = async () => {
      const answer = await sync.nextResponse()
      return answer.id === 'DATA' ? { done: false, value: answer.data } : { done: true }
    }
    return await toReadable(read, operation, stop, toPhoneError)
  } catch (error) {
    operation.end()
    throw toPhoneError(error)
  }
}

interface SyncWork {
  readonly what: string
  readonly timeoutMs: number
  readonly listVersion?: ListVersion
}

async function withSync<Result>(
  link: Link,
  { what, timeoutMs, listVersion }: SyncWork,
  work: (sync: SyncSession, operation: Operation) => Promise<Result>,
): Promise<Result> {
  const operation = link.begin(what, timeoutMs)
  try {
    const sync = await openSync(link, operation, listVersion)
    try {
      return await work(sync, operation)
    } finally {
      sync.close()
    }
  } catch (error) {
    throw toPhoneError(error)
  } finally {
    operation.end()
  }
}

function describe(entry: Extract<SyncResponse, { id: 'DNT2' | 'DENT' }>): PhoneFile {
  return {
    name: entry.name,
    isFolder: (entry.mode & TYPE_MASK) === FOLDER_TYPE,
    sizeBytes: Number(entry.sizeBytes),
    modifiedAt: new Date(Number(entry.modifiedAtSeconds) * 1000),
  }
}

/** Absolute only: the sync service has no working directory. */
function assertPath(path: string): string {
  if (!path.startsWith('/') || path.includes('\0')) throw new TypeError('Not a path of a phone.')
  return path
}

/** Errors of the caller and of its source are passed on unchanged. */
function toPhoneError(error: unknown): Error {
  return error instanceof Error ? error : new PhoneError('commandFailed', 'the transfer failed', { cause: error })
}
