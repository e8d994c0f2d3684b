import type { Readable } from 'node:stream'
import { AdbSync, AdbSyncError, LinuxFileType } from '@yume-chan/adb'
import type { Bytes, PhoneFile, PushOptions, Transfer } from './door.ts'
import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import type { Operation } from './operation.ts'
import { isAboutSpace } from './shell.ts'
import { sendBytes, streamChunks } from './streams.ts'

const ANSWER_TIMEOUT_MS = 15_000
/** Without any progress. */
const STALL_TIMEOUT_MS = 20_000
const DEFAULT_MODE = 0o644

export async function listFiles(link: Link, path: string): Promise<PhoneFile[]> {
  return withSync(link, 'listing a folder', ANSWER_TIMEOUT_MS, async (sync, operation) => {
    const entries = await operation.race(sync.readdir(assertPath(path)))
    return entries
      .filter(({ name }) => name !== '.' && name !== '..')
      .map(({ name, type, size, mtime }) => ({
        name,
        isFolder: type === LinuxFileType.Directory,
        sizeBytes: Number(size),
        modifiedAt: new Date(Number(mtime) * 1000),
      }))
  })
}

/** Sizes of files by path; those that cannot be looked at are left out. */
export async function sizesOf(link: Link, paths: readonly string[]): Promise<Map<string, number>> {
  return withSync(link, 'looking at files', ANSWER_TIMEOUT_MS, async (sync, operation) => {
    const sizes = new Map<string, number>()
    for (const path of paths) {
      const found = await operation.race(sync.lstat(path).catch(() => null))
      if (found) sizes.set(path, Number(found.size))
      operation.renew()
    }
    return sizes
  })
}

export async function pushFile(link: Link, path: string, body: Bytes, options: PushOptions = {}): Promise<Transfer> {
  const { mode = DEFAULT_MODE, modifiedAt, onProgress } = options
  return withSync(link, 'sending a file', STALL_TIMEOUT_MS, (sync, operation) =>
    sendBytes(body, operation, onProgress, (file) =>
      sync.write({
        filename: assertPath(path),
        file,
        permission: mode,
        ...(modifiedAt && { mtime: Math.floor(modifiedAt.getTime() / 1000) }),
      }),
    ),
  )
}

/** The stream fails when the phone does; it never just ends. */
export async function pullFile(link: Link, path: string): Promise<Readable> {
  const operation = link.begin('fetching a file', STALL_TIMEOUT_MS)
  try {
    const sync = new AdbSync(link.adb, await link.openSocket('sync:', operation))
    const reader = sync.read(assertPath(path)).getReader()
    const stop = () => {
      operation.end()
      void sync.dispose().catch(() => {})
    }
    return await streamChunks(() => reader.read(), operation, stop, toPhoneError)
  } catch (error) {
    operation.end()
    throw toPhoneError(error)
  }
}

async function withSync<Result>(
  link: Link,
  what: string,
  timeoutMs: number,
  work: (sync: AdbSync, operation: Operation) => Promise<Result>,
): Promise<Result> {
  const operation = link.begin(what, timeoutMs)
  try {
    const sync = new AdbSync(link.adb, await link.openSocket('sync:', operation))
    try {
      return await work(sync, operation)
    } finally {
      // Not waited for: a phone that hangs would hold up the error.
      void sync.dispose().catch(() => {})
    }
  } catch (error) {
    throw toPhoneError(error)
  } finally {
    operation.end()
  }
}

/** Paths of a phone are absolute: there is no folder that a relative one could start from. */
function assertPath(path: string): string {
  if (!path.startsWith('/') || path.includes('\0')) throw new TypeError('Not a path of a phone.')
  return path
}

function toPhoneError(error: unknown): Error {
  if (error instanceof PhoneError || error instanceof TypeError) return error
  const said = error instanceof Error ? error.message : String(error)
  const kind = isAboutSpace(said) ? 'noSpace' : 'commandFailed'
  return new PhoneError(kind, error instanceof AdbSyncError ? said : `the transfer failed: ${said}`, { cause: error })
}
