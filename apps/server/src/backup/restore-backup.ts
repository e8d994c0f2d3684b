import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { auditLedger } from '../modules/commerce/ledger/index.ts'
import { createSchema, type Migration } from '../platform/migrate.ts'
import { isObjectKey, type ObjectStore } from '../platform/object-store.ts'
import { loadTables, setSequences, writeRows } from './database-copy.ts'
import {
  BackupError,
  RESTORE_MARKER as MARKER,
  type Manifest,
  readManifest,
  readManifestHash,
  syncFolder,
  verifyFiles,
  writeDurably,
} from './manifest.ts'
import {
  claimFreePhones,
  isSameRestore,
  LISTED_PHONES,
  RESTORED_LIST,
  type RestoredMark,
  readContent,
  writeRestoredMark,
} from './restored-mark.ts'

export interface RestoreTarget {
  /** A copy to look at, which never connects to anything outside; else it takes the place of the original. */
  readonly isDrill: boolean
  readonly dataDir: string
  readonly objectStore: ObjectStore
  readonly storeName: string
  readonly migrations: readonly Migration[]
  /** Starts the database that the product will use. Called after the data folder has been prepared. */
  openDatabase(): Promise<{ readonly url: string; close(): Promise<void> }>
}

/** An interrupted restore: the product must not serve from it, and no backup may be made of it. */
export const isHalfRestored = (dataDir: string): Promise<boolean> =>
  readMarker(dataDir).then((marker) => marker !== undefined)

/**
 * Restores a backup into an empty data folder, object store and database: files first, then all rows in one transaction.
 * The marker exists from before the first file until after the commit; after an interruption the same command resumes.
 */
export const restoreBackup = async (folder: string, target: RestoreTarget): Promise<Manifest> => {
  const manifest = await readManifest(folder)
  await verifyFiles(folder, manifest.files)
  const migrations = matchingMigrations(manifest, target.migrations)
  refuseOtherQueue(manifest)
  const { dataDir, isDrill, storeName } = target
  const mark: RestoredMark = { manifest: await readManifestHash(folder), isDrill, storeName }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const marker = await readMarker(dataDir)
  const hasFiles = marker !== undefined && isSameRestore(marker, mark) && marker.isLoading
  if (!marker) await refuseUsedFolder(dataDir)
  if (marker && !hasFiles) {
    await writeMarker(dataDir, { ...mark, isLoading: false })
    await removeCopies(dataDir)
  }
  // An interrupted run has left objects of the backup.
  await refuseUsedStore(target.objectStore, marker ? manifest.objects : [])
  if (!marker) await writeMarker(dataDir, { ...mark, isLoading: false })
  const database = await target.openDatabase()
  try {
    const content = await withClient(database.url, readContent)
    // A run that was killed after its commit has loaded everything.
    const isLoaded = hasFiles && content.isUsed && content.mark !== undefined && isSameRestore(content.mark, mark)
    if (content.isUsed && !isLoaded) {
      if (!marker) await rm(join(dataDir, MARKER))
      throw new BackupError('the database is not empty: choose an empty one with DATABASE_URL')
    }
    if (!hasFiles) {
      await copyFiles(folder, manifest, target)
      await writeMarker(dataDir, { ...mark, isLoading: true })
    }
    if (!isLoaded) await loadDatabase(database.url, folder, manifest, migrations, mark)
  } finally {
    await database.close()
  }
  await rm(join(dataDir, MARKER))
  await syncFolder(dataDir)
  return manifest
}

const matchingMigrations = ({ migrations: made }: Manifest, known: readonly Migration[]): readonly Migration[] => {
  const other = made.find(({ version, checksum }) => known[version - 1]?.checksum !== checksum)
  if (!other) return known.slice(0, made.length)
  if (other.version > known.length) {
    throw new BackupError(
      `the schema of the backup has version ${made.length}, newer than this release knows (${known.length}): restore with a newer one`,
    )
  }
  throw new BackupError(`migration ${other.version} is another one in this release: restore with the one that made it`)
}

const QUEUE_SCHEMA = getConstructionPlans('pgboss')
const QUEUE_VERSION = Number(/insert into pgboss\.version\(version\) values \('(\d+)'\)/i.exec(QUEUE_SCHEMA)?.[1])

/** The queue's tables can only be created in the version of this release. */
const refuseOtherQueue = ({ queueVersion }: Manifest): void => {
  if (queueVersion === QUEUE_VERSION) return
  throw new BackupError(
    `the job queue of the backup has version ${queueVersion}, this release's ${QUEUE_VERSION}: restore with the release that made it`,
  )
}

const UNFINISHED_MARKER = `${MARKER}.new`

interface Marker extends RestoredMark {
  /** Files are complete; the database may have been loaded. */
  readonly isLoading: boolean
}

const readMarker = (dataDir: string): Promise<Marker | undefined> =>
  readFile(join(dataDir, MARKER), 'utf8').then(
    (text) => JSON.parse(text) as Marker,
    () => undefined,
  )

const writeMarker = async (dataDir: string, marker: Marker): Promise<void> => {
  const unfinished = join(dataDir, UNFINISHED_MARKER)
  await writeDurably(unfinished, JSON.stringify(marker))
  await rename(unfinished, join(dataDir, MARKER))
  await syncFolder(dataDir)
}

const refuseUsedFolder = async (dataDir: string): Promise<void> => {
  // The first write of a marker may have been interrupted.
  const found = (await readdir(dataDir)).find((name) => name !== UNFINISHED_MARKER)
  if (found === undefined) return
  throw new BackupError(`${dataDir} is not empty (${found}): choose another with YUNJI_DATA_DIR, or move it away`)
}

/** Objects of another place would be overwritten, and those without a row swept. */
const refuseUsedStore = async (objectStore: ObjectStore, own: Manifest['objects']): Promise<void> => {
  const known = new Set(own.map(({ key }) => key))
  for await (const key of objectStore.list()) {
    if (known.has(key) || !isObjectKey(key)) continue
    throw new BackupError(`the object store is not empty (${key}): choose an empty bucket with YUNJI_S3_BUCKET`)
  }
}

/** Removes the files of an interrupted run. Its embedded database stays: it is empty, and its process may still run. */
const removeCopies = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    if (name !== MARKER && name !== 'postgres') await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

const copyFiles = async (folder: string, manifest: Manifest, { dataDir, objectStore }: RestoreTarget) => {
  for (const { path, file } of manifest.dataFiles) {
    const target = join(dataDir, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(join(folder, file), target)
    const copied = await open(target)
    await copied.chmod(0o600)
    await copied.sync()
    await copied.close()
    if (path === LISTED_PHONES) await writeDurably(join(dataDir, RESTORED_LIST), '')
  }
  for (const { key, file } of manifest.objects) {
    await objectStore.put(key, createReadStream(join(folder, file)), Number.MAX_SAFE_INTEGER)
  }
}

const withClient = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  // No time-outs: the duration grows with the tables.
  const client = new Client({ connectionString: url, application_name: 'yunji-restore' })
  client.on('error', () => undefined) // the failing query itself rejects
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const loadDatabase = (
  url: string,
  folder: string,
  manifest: Manifest,
  migrations: readonly Migration[],
  mark: RestoredMark,
): Promise<void> =>
  withClient(url, async (client) => {
    await createQueueTables(client)
    await client.query('begin')
    await createSchema(client, migrations)
    await loadTables(client, manifest, async () => {
      for (const table of manifest.tables) {
        await writeRows(client, table, createReadStream(join(folder, table.file)).pipe(createZstdDecompress()))
      }
    })
    await setSequences(client, manifest.sequences)
    await claimFreePhones(client, mark.manifest)
    await writeRestoredMark(client, mark)
    const discrepancies = await auditLedger(drizzle(client))
    if (discrepancies.length > 0) throw new BackupError(`the ledger does not add up: ${JSON.stringify(discrepancies)}`)
    await client.query('commit')
    await client.query('analyze')
  })

/** The queue's migrations commit by themselves, so its tables come first; alone they do not count as a restored database. */
const createQueueTables = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('pgboss.version') as found`)
  if (rows[0]?.found === null) await client.query(QUEUE_SCHEMA)
}
