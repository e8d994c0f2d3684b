import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Client } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { ObjectStore } from '../platform/object-store.ts'
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

/**
 * Writes a backup into a new folder below `target` and returns its path. The folder gets its final name after every byte
 * has been read back; an interrupted backup leaves a partial folder that the next one removes.
 */
export const createBackup = async (source: BackupSource, target: string): Promise<string> => {
  await mkdir(target, { recursive: true, mode: 0o700 })
  await removePartials(target)
  const createdAt = source.clock.now()
  const id = createdAt.toISOString().replaceAll(':', '-')
  const partial = join(target, [PARTIAL, hostname(), process.pid, id].join('~'))
  await mkdir(partial, { mode: 0o700 })
  try {
    const writer = createWriter(partial)
    // Two passes: an object named by a row of the snapshot existed before the first pass or was added during it.
    const first = await copyObjects(source.objectStore, writer, new Set())
    const database = await copyDatabase(source.databaseUrl, writer)
    const second = await copyObjects(source.objectStore, writer, new Set(first.map(({ key }) => key)))
    const dataFiles = await copyDataFiles(source.dataDir, writer)
    await verifyContents(partial, writer.files, database.tables)
    const manifest: Manifest = {
      format: 1,
      createdAt: createdAt.toISOString(),
      ...database,
      objects: [...first, ...second],
      dataFiles,
      files: writer.files,
    }
    await writeManifest(partial, manifest)
    await syncFolder(partial)
    const folder = join(target, id)
    await rename(partial, folder)
    await syncFolder(target)
    return folder
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
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

/** Removes the oldest backups beyond `count`. Called after a new one is complete, so that one always remains. */
export const keepNewest = async (target: string, count: number): Promise<string[]> => {
  const old = (await listBackups(target)).slice(0, -count)
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

const copyDatabase = async (url: string, writer: Writer) => {
  // No time-outs: the duration grows with the tables.
  const client = new Client({ connectionString: url, application_name: 'yunji-backup' })
  client.on('error', () => undefined) // the failing query itself rejects
  await client.connect()
  try {
    // One snapshot for every table; deferrable has no effect below serializable.
    await client.query('begin isolation level repeatable read, read only')
    const tables = await listTables(client)
    await lockTables(client, tables)
    const partitions = await listPartitions(client)
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

const copyObjects = async (store: ObjectStore, writer: Writer, known: ReadonlySet<string>) => {
  const copied: Manifest['objects'] = []
  for await (const key of store.list()) {
    if (known.has(key)) continue
    const body = await store.get(key)
    if (!body) continue // deleted since it was listed
    const file = `objects/${key}`
    await writer.write(file, body)
    copied.push({ key, file })
  }
  return copied
}

const copyDataFiles = async (dataDir: string, writer: Writer): Promise<Manifest['dataFiles']> => {
  const copied: Manifest['dataFiles'] = []
  for (const entry of await readdir(dataDir, { withFileTypes: true })) {
    if (NOT_COPIED.has(entry.name)) continue
    const inside = entry.isDirectory()
      ? await readdir(join(dataDir, entry.name), { recursive: true, withFileTypes: true })
      : []
    const files = entry.isFile()
      ? [join(dataDir, entry.name)]
      : inside.flatMap((one) => (one.isFile() ? [join(one.parentPath, one.name)] : []))
    for (const source of files) {
      const path = source.slice(dataDir.length + 1)
      await writer.write(`data/${path}`, createReadStream(source))
      copied.push({ path, file: `data/${path}` })
    }
  }
  return copied
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
