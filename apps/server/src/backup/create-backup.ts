import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { isObjectKey, type ObjectStore } from '../platform/object-store.ts'
import { listPartitions, listSequences, listTables, lockTables, readRows } from './database-copy.ts'
import {
  BackupError,
  type Manifest,
  RESTORE_MARKER,
  readManifest,
  type StoredFile,
  syncFolder,
  type TableCopy,
  verifyFiles,
  writeManifest,
} from './manifest.ts'

export interface BackupSource {
  readonly databaseUrl: string
  readonly objectStore: ObjectStore
  readonly dataDir: string
  readonly clock: Clock
}

/** Entries of the data folder that are not copied as files: database and object store have ports of their own. */
const NOT_COPIED = new Set(['postgres', 'objects', 'phones', 'server.log', RESTORE_MARKER])
const PARTIAL = '.partial'

interface CreatedBackup {
  readonly folder: string
  /** Objects in the bucket whose keys the product never makes; they are not copied. */
  readonly foreignObjects: number
}

/**
 * Writes a backup into a new folder below `target`. The folder gets its final name after every byte has been read back; an
 * interrupted backup leaves a partial folder that the next one removes.
 */
export const createBackup = async (source: BackupSource, target: string): Promise<CreatedBackup> => {
  await refuseInnerTarget(source.dataDir, target)
  await mkdir(target, { recursive: true, mode: 0o700 })
  await removePartials(target)
  const createdAt = source.clock.now()
  const id = createdAt.toISOString().replaceAll(':', '-')
  const partial = join(target, [PARTIAL, hostname(), process.pid, id].join('~'))
  await mkdir(partial, { mode: 0o700 })
  try {
    const writer = createWriter(partial)
    const copyObjects = createObjectCopy(source.objectStore, writer)
    // Two passes: an object named by a row of the snapshot existed before the first pass or was added during it. The second
    // pass comes before the tables, so that few objects can be deleted between the snapshot and their turn.
    await copyObjects.run()
    const database = await copyDatabase(source.databaseUrl, writer, copyObjects.run)
    const dataFiles = await copyDataFiles(source.dataDir, writer)
    await verifyContents(partial, writer.files, database.tables)
    const manifest: Manifest = {
      format: 1,
      createdAt: createdAt.toISOString(),
      ...database,
      objects: [...copyObjects.copied.values()],
      dataFiles,
      files: writer.files,
    }
    await writeManifest(partial, manifest)
    await syncFolder(partial)
    const folder = join(target, id)
    await rename(partial, folder)
    await syncFolder(target)
    return { folder, foreignObjects: copyObjects.foreign.size }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Real path of a folder that may not exist yet. */
const realFolder = async (path: string): Promise<string> => {
  const parent = dirname(path)
  return realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === path) throw error
    return join(await realFolder(parent), basename(path))
  })
}

/** Each backup would contain all earlier ones. */
const refuseInnerTarget = async (dataDir: string, target: string): Promise<void> => {
  const [outer, inner] = await Promise.all([dataDir, target].map((path) => realFolder(resolve(path))))
  if (`${inner}${sep}`.startsWith(`${outer}${sep}`)) {
    throw new BackupError(`${target} is inside the data folder, which is backed up: choose another with --to`)
  }
}

/** Backups below a folder, oldest first; unreadable ones are omitted. */
const listBackups = async (target: string): Promise<string[]> => {
  const names = await readdir(target).catch(() => [])
  const folders = names.filter((name) => !name.startsWith(PARTIAL)).toSorted()
  const readable = await Promise.all(
    folders.map((name) =>
      readManifest(join(target, name)).then(
        () => [join(target, name)],
        () => [],
      ),
    ),
  )
  return readable.flat()
}

/** Removes the oldest backups beyond `count`, never the one just made: a clock that was ahead has dated others later. */
export const keepNewest = async (target: string, count: number, made: string): Promise<string[]> => {
  const others = (await listBackups(target)).filter((folder) => folder !== made)
  const old = others.slice(0, Math.max(0, others.length - (count - 1)))
  for (const folder of old) await rm(folder, { recursive: true })
  return old
}

/** Removes abandoned partial folders; those of a live process or of another host stay. */
const removePartials = async (target: string): Promise<void> => {
  for (const name of await readdir(target)) {
    const [mark, host, pid] = name.split('~')
    if (mark !== PARTIAL || host !== hostname() || isRunning(Number(pid))) continue
    await rm(join(target, name), { recursive: true, force: true })
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

interface Writer {
  readonly files: StoredFile[]
  /** Streams into a new file, syncs it and records its hash. */
  write(path: string, ...streams: [Readable, ...Transform[]]): Promise<void>
}

const createWriter = (folder: string): Writer => {
  const files: StoredFile[] = []
  return {
    files,
    async write(path, ...streams) {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      let sizeBytes = 0
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          sizeBytes += chunk.length
          done(null, chunk)
        },
      })
      await pipeline([...streams, measure, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true })])
      files.push({ path, sizeBytes, sha256: hash.digest('hex') })
    },
  }
}

const copyDatabase = async (url: string, writer: Writer, onSnapshot: () => Promise<void>) => {
  // No time-outs: the duration grows with the tables.
  const client = new Client({ connectionString: url, application_name: 'yunji-backup' })
  client.on('error', () => undefined) // the failing query itself rejects
  await client.connect()
  try {
    // One snapshot for every table; deferrable has no effect below serializable.
    await client.query('begin isolation level repeatable read, read only')
    // Objects are copied meanwhile.
    await client.query('set idle_in_transaction_session_timeout = 0')
    const tables = await listTables(client)
    await lockTables(client, tables)
    const partitions = await listPartitions(client)
    await onSnapshot()
    const copies: TableCopy[] = []
    for (const table of tables) {
      const file = `database/${table.schema}.${table.name}.copy.zst`
      let rows = 0
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          rows += countLines(chunk)
          done(null, chunk)
        },
      })
      await writer.write(file, readRows(client, table), count, createCompressor())
      copies.push({ ...table, rows, file })
    }
    const migrations = await client.query<Manifest['migrations'][number]>(
      'select version, checksum from schema_migrations order by version',
    )
    const queue = await client.query<{ version: number }>('select version from pgboss.version')
    return {
      tables: copies,
      partitions,
      sequences: await listSequences(client),
      migrations: migrations.rows,
      queueVersion: queue.rows[0]?.version ?? 0,
    }
  } finally {
    await client.end()
  }
}

const NEWLINE = 10

/** COPY escapes line breaks inside values, so every line is a row. */
const countLines = (chunk: Buffer): number => {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1
  return lines
}

const createCompressor = (): Transform =>
  createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } })

/** Each run copies the objects that no earlier run has copied. */
const createObjectCopy = (store: ObjectStore, writer: Writer) => {
  const copied = new Map<string, Manifest['objects'][number]>()
  const foreign = new Set<string>()
  const run = async (): Promise<void> => {
    for await (const key of store.list()) {
      if (copied.has(key)) continue
      if (!isObjectKey(key)) {
        foreign.add(key)
        continue
      }
      const body = await store.get(key)
      if (!body) continue // deleted since it was listed
      const file = `objects/${key}`
      await writer.write(file, body)
      copied.set(key, { key, file })
    }
  }
  return { run, copied, foreign }
}

const copyDataFiles = async (dataDir: string, writer: Writer): Promise<Manifest['dataFiles']> => {
  const copied: Manifest['dataFiles'] = []
  const names = (await readdir(dataDir)).filter((name) => !NOT_COPIED.has(name))
  for (const path of (await Promise.all(names.map((name) => listFiles(dataDir, name)))).flat()) {
    const file = `data/${path}`
    await writer.write(file, createReadStream(join(dataDir, path)))
    copied.push({ path, file })
  }
  return copied
}

/** Files at or below a path. A link is copied as the file that it leads to: a mounted secret is such a link. */
const listFiles = async (dataDir: string, path: string): Promise<string[]> => {
  const source = join(dataDir, path)
  const [itself, found] = await Promise.all([lstat(source), stat(source).catch(() => undefined)])
  if (found?.isFile()) return [path]
  if (itself.isSymbolicLink())
    throw new BackupError(`${source} is a link to no file: put the file or folder itself there`)
  if (!itself.isDirectory()) return []
  return (await Promise.all((await readdir(source)).map((name) => listFiles(dataDir, join(path, name))))).flat()
}

/** Reads all files back from the disk and decompresses every table to the end. */
const verifyContents = async (folder: string, files: readonly StoredFile[], tables: readonly TableCopy[]) => {
  await verifyFiles(folder, files)
  for (const { file, rows } of tables) {
    let lines = 0
    await pipeline(createReadStream(join(folder, file)), createZstdDecompress(), async (chunks) => {
      for await (const chunk of chunks as AsyncIterable<Buffer>) lines += countLines(chunk)
    })
    if (lines !== rows) throw new BackupError(`${file}: ${lines} rows were read back, ${rows} were written`)
  }
}
