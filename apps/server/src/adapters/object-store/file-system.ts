import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { assertObjectKey, type ObjectStore, ObjectTooLarge, type StoredObject } from '../../platform/object-store.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'

/** Bytes of one read: each is a turn of the thread pool. */
const READ_BYTES = 256 * 1024

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Objects as files below one folder. An incomplete one stays in `incoming` and never appears under its key. */
export const createFileSystemStore = (folder: string): ObjectStore => {
  const incoming = join(folder, 'incoming')
  const pathOf = (key: string): string => {
    assertObjectKey(key)
    return join(folder, 'objects', key)
  }

  return {
    async put(key, body, limitBytes) {
      const target = pathOf(key)
      await mkdir(incoming, { recursive: true, mode: PRIVATE_FOLDER })
      const temporary = join(incoming, randomUUID())
      try {
        const stored = await writeAndSync(temporary, body, limitBytes)
        const made = await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER })
        await rename(temporary, target)
        await syncFolders(dirname(target), made ? dirname(made) : dirname(target))
        return stored
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async get(key, range) {
      try {
        const file = await open(pathOf(key)) // the open handle survives a concurrent delete
        if (!range) return file.createReadStream({ highWaterMark: READ_BYTES })
        if (range.length === 0) {
          await file.close()
          return Readable.from([])
        }
        return file.createReadStream({ start: range.offset, end: range.offset + range.length - 1 })
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
      if (isGone) await syncFolders(dirname(path), dirname(path))
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

/** Writes down the names in a folder and in those above it, up to and including the last. */
const syncFolders = async (first: string, last: string): Promise<void> => {
  for (let path = first; ; path = dirname(path)) {
    const folder = await open(path)
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    if (path === last) return
  }
}

const writeAndSync = async (path: string, body: Readable, limitBytes: number): Promise<StoredObject> => {
  const file = await open(path, 'wx', PRIVATE_FILE)
  const hash = createHash('sha256')
  let sizeBytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) throw new ObjectTooLarge(`more than ${limitBytes} bytes`)
      hash.update(chunk)
      await file.write(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
