import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createMigratedDatabase, createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { createFakeClock } from '@yunji/testkit/fake-clock'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import { withClient } from '@yunji/testkit/with-client'
import { getConstructionPlans } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFileSystemStore } from '../adapters/object-store/file-system.ts'
import { DAY_MS } from '../platform/clock.ts'
import { migrate, readMigrations } from '../platform/migrate.ts'
import { type BackupSource, createBackup, keepNewest } from './create-backup.ts'
import { RESTORE_MARKER, readManifest, readManifestHash, verifyFiles, writeManifest } from './manifest.ts'
import { isHalfRestored, restoreBackup } from './restore-backup.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const clock = createFakeClock()
/** With the file that asks for the erasure of listed phones. */
const RESTORED_FILES = ['adb', 'listed-phones-restored', 'listed-phones.json', 'objects', 'signing-key']
/** A restored database has one row more: that of the restore. */
const ONLY_MARKED = [expect.stringMatching(/^settings changed \((\d+) → (?!\1 )\d+ rows\)$/)]
/** Schema version of the first release that made backups. */
const FIRST_BACKED_UP = 23

let root: string
let source: TestDatabase
let backup: string
const databases: TestDatabase[] = []

const emptyDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}

const sourceOf = (dataDir: string) => ({
  databaseUrl: source.url,
  objectStore: createFileSystemStore(join(dataDir, 'objects')),
  dataDir,
  clock,
})

const makeBackup = async (from: BackupSource, target: string): Promise<string> =>
  (await createBackup(from, target)).folder

const restoreInto = async (dataDir: string, url: string, from = backup, storeFolder = join(dataDir, 'objects')) =>
  restoreBackup(from, {
    isDrill: false,
    dataDir,
    objectStore: createFileSystemStore(storeFolder),
    storeName: storeFolder,
    migrations: await readMigrations(MIGRATIONS),
    openDatabase: async () => ({ url, close: async () => undefined }),
  })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'yunji-backup-'))
  source = await createMigratedDatabase()
  await withClient(source.url, async (client) => {
    await client.query(
      `insert into users (mobile_phone, name, created_at) values ('13900000001', E'换\\n行\\t\\\\N', now())`,
    )
    await client.query(
      `create table log_days.usage_logs_20260102 partition of usage_logs
       for values from ('2026-01-02T00:00:00Z') to ('2026-01-03T00:00:00Z')`,
    )
    await client.query(
      `insert into usage_logs select '2026-01-02T03:04:05Z', min(id), '1767323045000_0000000001_0000001', 'h5', '1.0.0',
         'android', '/pages/Home/index', 0, null from users`,
    )
  })
  const dataDir = join(root, 'source')
  await mkdir(join(dataDir, 'adb'), { recursive: true })
  await mkdir(join(dataDir, 'phones'))
  await writeFile(join(dataDir, 'signing-key'), 'key')
  await writeFile(join(dataDir, 'adb', 'private'), 'adb key')
  await writeFile(join(dataDir, 'listed-phones.json'), '{}')
  await writeFile(join(dataDir, 'phones', 'disk'), 'not ours to keep')
  await writeFile(join(dataDir, 'server.log'), 'line')
  const objects = createFileSystemStore(join(dataDir, 'objects'))
  await objects.put('pictures/a', Readable.from([Buffer.from('picture')]), 100)
  backup = await makeBackup(sourceOf(dataDir), join(root, 'backups'))
})

afterAll(async () => {
  for (const database of [source, ...databases]) await database.drop()
  await rm(root, { recursive: true, force: true })
})

describe('a backup', () => {
  it('restores every row, object and key into an empty place, and no more', async () => {
    const database = await emptyDatabase()
    const dataDir = join(root, 'restored')
    await restoreInto(dataDir, database.url)
    expect(differences(await digestTables(source.url), await digestTables(database.url))).toEqual(ONLY_MARKED)
    expect((await readdir(dataDir)).toSorted()).toEqual(RESTORED_FILES)
    expect(await readFile(join(dataDir, 'adb', 'private'), 'utf8')).toBe('adb key')
    expect(await readFile(join(dataDir, 'objects', 'objects', 'pictures', 'a'), 'utf8')).toBe('picture')
    // Foreign keys, the append-only rule and sequences are restored.
    await withClient(database.url, async (client) => {
      const orphan = `insert into work_types (user_id, position, industry_id, worktype_id) values (99, 0, 1, 1)`
      await expect(client.query(orphan)).rejects.toThrow(/foreign key/)
      await expect(client.query('truncate ledger_entries cascade')).rejects.toThrow(/only added/)
      const { rows } = await client.query<{ id: string }>(
        `insert into users (mobile_phone, name, created_at) values ('13900000002', 'b', now()) returning id`,
      )
      // Ids that the original gave out after the backup are not used again.
      expect(Number(rows[0]?.id)).toBeGreaterThan(1_000_000)
    })
  })

  it('is readable by its owner alone', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o700)
    expect((await stat(join(backup, 'data', 'signing-key'))).mode & 0o777).toBe(0o600)
  })

  it('keeps the newest, and never removes what it cannot read', async () => {
    const target = join(root, 'many')
    const dataDir = join(root, 'source')
    const made: string[] = []
    for (let round = 0; round < 3; round += 1) {
      made.push(await makeBackup(sourceOf(dataDir), target))
      clock.advance(1000)
    }
    await mkdir(join(target, '0-notes'))
    expect(await keepNewest(target, 2, made[2] ?? '')).toEqual(made.slice(0, 1))
    expect(await readdir(target)).toHaveLength(3)
  })

  it('keeps the one just made beside others that a clock ahead has dated later', async () => {
    const target = join(root, 'ahead')
    clock.advance(DAY_MS)
    const later = await makeBackup(sourceOf(join(root, 'source')), target)
    clock.advance(-DAY_MS)
    const made = await makeBackup(sourceOf(join(root, 'source')), target)
    expect(await keepNewest(target, 1, made)).toEqual([later])
    expect(await readdir(target)).toEqual([basename(made)])
  })

  it('goes to no folder inside the data folder, by whichever path', async () => {
    const dataDir = join(root, 'source')
    await symlink(dataDir, join(root, 'link-to-source'))
    for (const target of [dataDir, join(dataDir, 'new', 'backups'), join(root, 'link-to-source', 'backups')]) {
      await expect(makeBackup(sourceOf(dataDir), target)).rejects.toThrow(/is inside the data folder/)
    }
    expect((await readdir(dataDir)).toSorted()).toEqual([
      'adb',
      'listed-phones.json',
      'objects',
      'phones',
      'server.log',
      'signing-key',
    ])
    // A folder beside it whose name begins alike is another one.
    await makeBackup(sourceOf(dataDir), join(root, 'source-backups'))
  })

  it('has the file behind a link, and names a link that leads to none', async () => {
    const dataDir = join(root, 'linked')
    await mkdir(join(dataDir, 'adb'), { recursive: true })
    await mkdir(join(root, 'secrets'))
    await writeFile(join(root, 'secrets', 'key'), 'mounted')
    await symlink(join(root, 'secrets', 'key'), join(dataDir, 'signing-key'))
    await symlink(join(root, 'secrets', 'key'), join(dataDir, 'adb', 'adbkey'))
    const made = await makeBackup(sourceOf(dataDir), join(root, 'linked-backups'))
    for (const file of ['signing-key', 'adb/adbkey']) {
      expect(await readFile(join(made, 'data', file), 'utf8')).toBe('mounted')
    }
    for (const lost of ['absent', root]) {
      await symlink(lost, join(dataDir, 'signing-key-2'))
      await expect(makeBackup(sourceOf(dataDir), join(root, 'linked-backups'))).rejects.toThrow(
        /signing-key-2 is a link/,
      )
      await rm(join(dataDir, 'signing-key-2'))
    }
  })

  it('counts what somebody else has put into the bucket, and leaves it out', async () => {
    const dataDir = join(root, 'shared')
    await mkdir(join(dataDir, 'objects', 'objects'), { recursive: true })
    await writeFile(join(dataDir, 'objects', 'objects', 'Access Log.txt'), 'foreign')
    const { folder, foreignObjects } = await createBackup(sourceOf(dataDir), join(root, 'shared-backups'))
    expect(foreignObjects).toBe(1)
    expect((await readManifest(folder)).objects).toEqual([])
    await restoreInto(join(root, 'from-shared'), (await emptyDatabase()).url, folder, join(dataDir, 'objects'))
  })

  it('copies objects of the snapshot before its tables, which take long', async () => {
    const target = join(root, 'ordered')
    const given = sourceOf(join(root, 'source'))
    const written: boolean[] = []
    async function* list() {
      const [partial = ''] = await readdir(target)
      written.push((await readdir(join(target, partial))).includes('database'))
      yield* given.objectStore.list()
    }
    await makeBackup({ ...given, objectStore: { ...given.objectStore, list } }, target)
    expect(written).toEqual([false, false])
  })

  it('leaves nothing when the database cannot be read', async () => {
    const dataDir = join(root, 'broken')
    const target = join(root, 'none')
    await mkdir(dataDir, { recursive: true })
    const failing = { ...sourceOf(dataDir), databaseUrl: `${source.url}_absent` }
    await expect(createBackup(failing, target)).rejects.toThrow(/does not exist/)
    expect(await readdir(target)).toEqual([])
  })

  it('leaves the old one whole and nothing of its own when the disk is full', async () => {
    const dataDir = join(root, 'source')
    const target = join(root, 'full')
    const old = await makeBackup(sourceOf(dataDir), target)
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const objectStore = { ...sourceOf(dataDir).objectStore, get: async () => Readable.from(failAfter('half', full)) }
    clock.advance(1000)
    await expect(createBackup({ ...sourceOf(dataDir), objectStore }, target)).rejects.toBe(full)
    expect(await readdir(target)).toEqual([basename(old)])
    await verifyFiles(old, (await readManifest(old)).files)
  })
})

async function* failAfter(text: string, error: Error) {
  yield Buffer.from(text)
  throw error
}

describe('a restore refuses, and touches nothing', () => {
  /** Message of a refused restore, which must leave no marker. */
  const refusal = async (dataDir: string, url: string, from = backup): Promise<string> => {
    const reason = await restoreInto(dataDir, url, from).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(await isHalfRestored(dataDir)).toBe(false)
    return reason
  }

  it('a folder that is not empty', async () => {
    const dataDir = join(root, 'used')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'signing-key'), 'other')
    expect(await refusal(dataDir, (await emptyDatabase()).url)).toMatch(/is not empty \(signing-key\)/)
    expect(await readFile(join(dataDir, 'signing-key'), 'utf8')).toBe('other')
  })

  it('a database that is not empty, also when asked again', async () => {
    const dataDir = join(root, 'used-database')
    const before = await digestTables(source.url)
    expect(await refusal(dataDir, source.url)).toMatch(/database is not empty/)
    expect(await refusal(dataDir, source.url)).toMatch(/database is not empty/)
    expect(differences(before, await digestTables(source.url))).toEqual([])
  })

  it('an object store that is not empty', async () => {
    const [dataDir, storeFolder] = [join(root, 'beside-store'), join(root, 'used-store')]
    const store = createFileSystemStore(storeFolder)
    await store.put('packs/7', Readable.from([Buffer.from('newer')]), 100)
    const { url } = await emptyDatabase()
    const reason = await restoreInto(dataDir, url, backup, storeFolder).catch((error: Error) => error.message)
    expect(reason).toMatch(/object store is not empty \(packs\/7\)/)
    expect(await isHalfRestored(dataDir)).toBe(false)
    expect(await digestTables(url)).toEqual(new Map())
    expect(await store.sizeBytes('pictures/a')).toBeNull()
  })

  it('a damaged file, a missing one, and something that is no backup', async () => {
    const url = (await emptyDatabase()).url
    const damaged = await makeBackup(sourceOf(join(root, 'source')), join(root, 'damaged'))
    await chmod(join(damaged, 'data', 'signing-key'), 0o600)
    await writeFile(join(damaged, 'data', 'signing-key'), 'kez')
    expect(await refusal(join(root, 'from-damaged'), url, damaged)).toMatch(/damaged: data\/signing-key/)
    await rm(join(damaged, 'data', 'signing-key'))
    expect(await refusal(join(root, 'from-damaged'), url, damaged)).toMatch(/damaged: data\/signing-key/)
    expect(await refusal(join(root, 'from-nothing'), url, root)).toMatch(/is not a backup/)
    expect(await digestTables(url)).toEqual(new Map())
  })

  it('a schema that this release does not know', async () => {
    const newer = await makeBackup(sourceOf(join(root, 'source')), join(root, 'newer'))
    const manifest = await readManifest(newer)
    const version = manifest.migrations.length + 1
    await writeManifest(newer, { ...manifest, migrations: [...manifest.migrations, { version, checksum: 'x' }] })
    const url = (await emptyDatabase()).url
    const dataDir = join(root, 'from-newer')
    expect(await refusal(dataDir, url, newer)).toMatch(/newer than this release/)
    const edited = manifest.migrations.map((one, index) => (index === 3 ? { ...one, checksum: 'x' } : one))
    await writeManifest(newer, { ...manifest, migrations: edited })
    expect(await refusal(dataDir, url, newer)).toMatch(/migration 4 is another one in this release/)
    expect(await digestTables(url)).toEqual(new Map())
  })

  it('a job queue of another version', async () => {
    const other = await makeBackup(sourceOf(join(root, 'source')), join(root, 'other-queue'))
    const manifest = await readManifest(other)
    await writeManifest(other, { ...manifest, queueVersion: manifest.queueVersion - 1 })
    const url = (await emptyDatabase()).url
    const dataDir = join(root, 'from-other-queue')
    expect(await refusal(dataDir, url, other)).toMatch(/job queue of the backup has version/)
    await expect(readdir(dataDir)).rejects.toThrow(/ENOENT/)
    expect(await digestTables(url)).toEqual(new Map())
  })
})

it.each([FIRST_BACKED_UP, FIRST_BACKED_UP + 4])(
  'a backup of schema %i restores, and is upgraded at the next start',
  async (version) => {
    const all = await readMigrations(MIGRATIONS)
    const [old, restored] = [await emptyDatabase(), await emptyDatabase()]
    await withClient(old.url, (client) => client.query(getConstructionPlans('pgboss')))
    await migrate(old.url, all.slice(0, version))
    await withClient(old.url, (client) =>
      client.query(`insert into users (mobile_phone, name, created_at) values ('13900000003', '早期用户', now())`),
    )
    const earlier = { ...sourceOf(join(root, 'source')), databaseUrl: old.url }
    const made = await makeBackup(earlier, join(root, `schema-${version}`))
    await restoreInto(join(root, `from-schema-${version}`), restored.url, made)
    expect(differences(await digestTables(old.url), await digestTables(restored.url))).toEqual(ONLY_MARKED)
    expect(await migrate(restored.url, all)).toBe(all.length - version)
    const { rows } = await withClient(restored.url, (client) => client.query('select name from users'))
    expect(rows).toEqual([{ name: '早期用户' }])
  },
)

it('a restore goes on where the first write of its marker was interrupted', async () => {
  const dataDir = join(root, 'interrupted')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'restore-in-progress.new'), '')
  await restoreInto(dataDir, (await emptyDatabase()).url)
  expect((await readdir(dataDir)).toSorted()).toEqual(RESTORED_FILES)
})

describe('an interrupted restore', () => {
  const interrupt = async (
    dataDir: string,
    isLoading: boolean,
    storeName = join(dataDir, 'objects'),
  ): Promise<void> => {
    await mkdir(dataDir, { recursive: true })
    const marker = { manifest: await readManifestHash(backup), isDrill: false, storeName, isLoading }
    await writeFile(join(dataDir, RESTORE_MARKER), JSON.stringify(marker))
  }

  it('goes on over its own objects, and over no others', async () => {
    const [dataDir, storeFolder] = [join(root, 'own-objects'), join(root, 'own-store')]
    const store = createFileSystemStore(storeFolder)
    await store.put('pictures/a', Readable.from([Buffer.from('picture')]), 100)
    await store.put('pictures/b', Readable.from([Buffer.from('other')]), 100)
    await interrupt(dataDir, false, storeFolder)
    const { url } = await emptyDatabase()
    await expect(restoreInto(dataDir, url, backup, storeFolder)).rejects.toThrow(/not empty \(pictures\/b\)/)
    await store.delete('pictures/b')
    await restoreInto(dataDir, url, backup, storeFolder)
    expect(await isHalfRestored(dataDir)).toBe(false)
  })

  it('copies the objects again when it goes on with another object store', async () => {
    const [dataDir, storeFolder] = [join(root, 'changed-store'), join(root, 'second-store')]
    await interrupt(dataDir, true, 'the first store')
    await restoreInto(dataDir, (await emptyDatabase()).url, backup, storeFolder)
    expect(await createFileSystemStore(storeFolder).sizeBytes('pictures/a')).toBe('picture'.length)
  })

  it('takes no other database for the one that it has loaded', async () => {
    const dataDir = join(root, 'other-database')
    const loaded = await emptyDatabase()
    await restoreInto(dataDir, loaded.url)
    await interrupt(dataDir, true)
    const foreign = await createMigratedDatabase()
    databases.push(foreign)
    for (const { url } of [foreign, source]) {
      await expect(restoreInto(dataDir, url)).rejects.toThrow(/database is not empty/)
      expect(await isHalfRestored(dataDir)).toBe(true)
    }
    const before = await digestTables(loaded.url)
    await restoreInto(dataDir, loaded.url)
    expect(await isHalfRestored(dataDir)).toBe(false)
    expect(differences(before, await digestTables(loaded.url))).toEqual([])
  })
})
