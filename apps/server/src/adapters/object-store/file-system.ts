import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { freeChunk } from '@yunji/backup-format/free-buffer'
import {
  assertObjectKey,
  type ObjectStore,
  ObjectTooLarge,
  type PutOptions,
  type StoredObject,
} from '../../platform/object-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'

/** Bytes of one read: each is a turn of the thread pool. */
const READ_BYTES = 256 * 1024
/** Bytes of one write, likewise. */
const WRITE_BYTES = 1024 * 1024
/** Bytes after which a file is synced while it still grows. */
const SYNC_BYTES = 16 * WRITE_BYTES

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Objects as files below one folder. An incomplete one stays in `incoming` and never appears under its key. */
export const createFileSystemStore = (folder: string): ObjectStore => {
  const incoming = join(folder, 'incoming')
  const syncFolder = createFolderSync()
  const pathOf = (key: string): string => {
    assertObjectKey(key)
    return join(folder, 'objects', key)
  }

  return {
    async put(key, body, limitBytes, options = {}) {
      const target = pathOf(key)
      await mkdir(incoming, { recursive: true, mode: PRIVATE_FOLDER })
      const temporary = join(incoming, randomUUID())
      try {
        const stored = await writeAndSync(temporary, body, limitBytes, options)
        const made = await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
        await rename(temporary, target)
        await syncFolders(syncFolder, dirname(target), made ? dirname(made) : dirname(target))
        return stored
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async get(key, range) {
      try {
        const file = await open(pathOf(key)) // the open handle survives a concurrent delete
        // An end that is known saves the last read, which would find nothing, and its buffer.
        const { offset, length } = range ?? { offset: 0, length: (await file.stat()).size }
        if (length > 0)
          return file.createReadStream({ highWaterMark: READ_BYTES, start: offset, end: offset + length - 1 })
        await file.close()
        return Readable.from([])
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async readInto(key, offset, target) {
      try {
        const file = await open(pathOf(key))
        try {
          return await fill(file, offset, target)
        } finally {
          await file.close()
        }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    sizeBytes: (key) => sizeOf(pathOf(key)),

    async delete(key) {
      const path = pathOf(key)
      const isGone = await unlink(path).then(
        () => true,
        (error: unknown) => {
          if (isMissing(error)) return false
          throw error
        },
      )
      if (isGone) await syncFolder(dirname(path))
    },

    async *list() {
      const root = join(folder, 'objects')
      const entries = await opendir(root, { recursive: true }).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      for await (const entry of entries) {
        if (entry.isFile()) yield relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
      }
    },

    async probe() {
      await mkdir(incoming, { recursive: true, mode: PRIVATE_FOLDER })
      const file = join(incoming, 'probe')
      await writeFile(file, '', { mode: PRIVATE_FILE })
      await rm(file, { force: true })
    },
  }
}

const fill = async (file: FileHandle, offset: number, target: Buffer): Promise<number> => {
  for (let filled = 0; ; ) {
    const { bytesRead } = await file.read(target, filled, target.length - filled, offset + filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === target.length) return filled
  }
}

/** Writes down the names in a folder and in those above it, up to and including the last. */
const syncFolders = async (sync: FolderSync, first: string, last: string): Promise<void> => {
  for (let path = first; ; path = dirname(path)) {
    await sync(path)
    if (path === last) return
  }
}

type FolderSync = (path: string) => Promise<void>

/** Syncs of a folder that are asked for while one runs wait for the next one together. */
const createFolderSync = (): FolderSync => {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const begin = async (path: string): Promise<void> => {
    const sync = syncNow(path)
    running.set(path, sync)
    try {
      await sync
    } finally {
      if (running.get(path) === sync) running.delete(path)
    }
  }
  const beginAfter = async (path: string, before: Promise<void>): Promise<void> => {
    await before.catch(() => undefined)
    next.delete(path)
    await begin(path)
  }
  return (path) => {
    const before = running.get(path)
    if (!before) return begin(path)
    const joined = next.get(path) ?? beginAfter(path, before)
    next.set(path, joined)
    return joined
  }
}

const syncNow = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const writeAndSync = async (
  path: string,
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  options: PutOptions,
): Promise<StoredObject> => {
  const file = await open(path, 'wx', PRIVATE_FILE)
  const writer = createWriter(file, options)
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) throw new ObjectTooLarge(`more than ${limitBytes} bytes`)
      await writer.add(chunk)
    }
    await writer.end()
    await file.sync()
  } finally {
    await writer.settle()
    await file.close()
  }
  return { sizeBytes }
}

/** Gathers chunks into long writes. The next ones are received while the last are written, and early ones synced. */
const createWriter = (file: FileHandle, { freesChunks = false, reusesChunks = false }: PutOptions) => {
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let unsyncedBytes = 0
  let written = Promise.resolve()
  let synced = Promise.resolve()
  let isSyncing = false

  const write = async (chunks: readonly Buffer[], bytes: number): Promise<void> => {
    await writeAll(file, chunks, bytes)
    if (freesChunks) for (const chunk of chunks) freeChunk(chunk)
  }
  const syncAfter = async (before: Promise<void>): Promise<void> => {
    isSyncing = true
    await before
    await file.datasync()
    isSyncing = false
  }

  const flush = async (): Promise<void> => {
    const [chunks, bytes] = [gathered, gatheredBytes]
    gathered = []
    gatheredBytes = 0
    await written
    written = write(chunks, bytes)
    written.catch(() => undefined) // the next flush throws it
    unsyncedBytes += bytes
    if (unsyncedBytes < SYNC_BYTES || isSyncing) return
    // Disks are busy from the beginning instead of at the end only.
    unsyncedBytes = 0
    synced = syncAfter(synced)
    synced.catch(() => undefined)
  }

  return {
    async add(chunk: Buffer): Promise<void> {
      gathered.push(chunk)
      gatheredBytes += chunk.length
      if (gatheredBytes >= WRITE_BYTES || reusesChunks) await flush()
      if (reusesChunks) await written
    },
    async end(): Promise<void> {
      if (gatheredBytes > 0) await flush()
      await written
      await synced
    },
    /** The file may be closed afterwards. */
    settle: () => Promise.allSettled([written, synced]),
  }
}

/** A full disk may take a part of the bytes before it refuses the rest. */
const writeAll = async (file: FileHandle, chunks: readonly Buffer[], bytes: number): Promise<void> => {
  let { bytesWritten } = await file.writev(chunks)
  if (bytesWritten === bytes) return
  const all = Buffer.concat(chunks)
  while (bytesWritten < bytes) bytesWritten += (await file.write(all, bytesWritten)).bytesWritten
}

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
