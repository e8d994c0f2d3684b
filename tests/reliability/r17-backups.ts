import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { createTestDatabase, type TestDatabase } from '@yunji/testkit/database'
import { definePromise, type Trial } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { createConnectionPool } from '@yunji/testkit/raw-connection'
import { entryOf, startSystem } from '@yunji/testkit/system'
import { type Digest, differences, digestTables } from '@yunji/testkit/table-digest'
import { withClient } from '@yunji/testkit/with-client'
import { createFileSystemStore } from '../../apps/server/src/adapters/object-store/file-system.ts'
import { readManifest, verifyFiles } from '../../apps/server/src/backup/manifest.ts'
import { isHalfRestored } from '../../apps/server/src/backup/restore-backup.ts'
import { readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { describe, readEnvelope } from '../support/envelope.ts'
import { earlyUser } from './account-fixtures.ts'
import { fillEveryVersion } from './past-schemas.ts'
import { brokenBooks } from './purchase-verdict.ts'

const MAIN = entryOf(fileURLToPath(new URL('../../apps/server/src/backup/main.ts', import.meta.url)))
const MIGRATIONS = fileURLToPath(new URL('../../apps/server/migrations', import.meta.url))
interface Size {
  readonly backupKills: number
  readonly restoreKills: number
  readonly flips: number
  readonly objects: number
}

const OBJECT_BYTES = 300_000
/** Written by the restore itself: its mark, and claims of attached phones, which are as many as before. */
const BY_RESTORE = /^settings changed|^attached_phones changed \((\d+) → \1 rows\)/

export const promise = definePromise({
  id: 'R17',
  name: 'r17_backups',
  title:
    'a backup of the platform restores whole into an empty place; a kill leaves no half of either, a flipped bit is found',
  sizes: {
    small: { backupKills: 1, restoreKills: 2, flips: 6, objects: 6 },
    short: { backupKills: 2, restoreKills: 3, flips: 12, objects: 6 },
    long: { backupKills: 25, restoreKills: 25, flips: 200, objects: 60 },
  },
  async run(trial) {
    const folder = await mkdtemp(join(tmpdir(), 'yunji-backup-'))
    const source = await createTestDatabase()
    try {
      return await tryBackups(trial, folder, source)
    } finally {
      await source.drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** An installation: data folder, database and environment. */
interface Place {
  readonly dataDir: string
  readonly url: string
  readonly env: Record<string, string>
}

/** Content of the source. */
interface Content {
  readonly tables: Digest
  readonly books: readonly string[]
}

const placeOf = (dataDir: string, { url }: Pick<TestDatabase, 'url'>): Place => ({
  dataDir,
  url,
  env: { NODE_ENV: 'test', DATABASE_URL: url, YUNJI_DATA_DIR: dataDir },
})

const tryBackups = async ({ size, seed, log }: Trial<Size>, folder: string, database: TestDatabase) => {
  const random = createRandom(seed)
  const source = placeOf(join(folder, 'data'), database)
  await fill(source, size.objects)
  const target = join(folder, 'backups')
  const began = performance.now()
  const backup = await makeBackup(source, target)
  const backupMs = performance.now() - began
  log(`a backup takes ${Math.round(backupMs)} ms`)
  const content = { tables: await digestTables(source.url, { isAtRest: true }), books: await brokenBooks(source.url) }
  const violations: string[] = []
  for (let round = 0; round < size.backupKills; round += 1) {
    violations.push(...(await brokenByKilledBackup(source, target, backup, random.integer(0, backupMs))))
  }
  violations.push(...(await unfoundFlips(backup, join(folder, 'flipped'), size.flips, random)))
  let restoreMs = backupMs
  for (let round = 0; round < size.restoreKills; round += 1) {
    const started = performance.now()
    const killAfterMs = round === 0 ? undefined : random.integer(0, restoreMs)
    const place = { dataDir: join(folder, `restored-${round}`), isServed: round === size.restoreKills - 1 }
    violations.push(...(await brokenByKilledRestore(backup, place, content, killAfterMs, log)))
    if (round === 0) restoreMs = performance.now() - started
    await rm(place.dataDir, { recursive: true, force: true })
  }
  return { rounds: size.backupKills + size.restoreKills + size.flips, violations }
}

/** Fills every table, the job queue, keys and objects. */
const fill = async ({ dataDir, url, env }: Place, objects: number): Promise<void> => {
  await fillEveryVersion(url, await readMigrations(MIGRATIONS))
  const system = await startSystem({ env: { ...env, YUNJI_DEMO: '0' }, dataDir })
  await system.stop()
  const store = createFileSystemStore(join(dataDir, 'objects'))
  for (let at = 0; at < objects; at += 1) {
    await store.put(`pictures/${at}`, Readable.from([randomBytes(OBJECT_BYTES)]), OBJECT_BYTES)
  }
}

const run = (args: string[], { env }: Place): ChildProcess =>
  spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })

/** Output and exit code. */
const end = async (child: ChildProcess): Promise<{ code: number | null; output: string }> => {
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? buffer(stream) : Buffer.alloc(0))))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output: Buffer.concat(await printed).toString() }
}

const makeBackup = async (source: Place, target: string): Promise<string> => {
  const { code, output } = await end(run(['backup', '--to', target, '--keep', '1000'], source))
  const path = /^✓ (.+?): /.exec(output)?.[1]
  if (code !== 0 || !path) throw new Error(`the backup failed: ${output}`)
  return path
}

const isWhole = (backup: string): Promise<boolean> =>
  readManifest(backup)
    .then(({ files }) => verifyFiles(backup, files))
    .then(
      () => true,
      () => false,
    )

const brokenByKilledBackup = async (source: Place, target: string, old: string, afterMs: number) => {
  const child = run(['backup', '--to', target, '--keep', '1000'], source)
  const ended = end(child)
  await Promise.race([delay(afterMs), ended])
  child.kill('SIGKILL')
  await ended
  const violations = (await isWhole(old)) ? [] : ['the old backup is broken after a killed one']
  for (const name of await readdir(target)) {
    if (!name.startsWith('.partial') && !(await isWhole(join(target, name)))) violations.push(`a half backup: ${name}`)
  }
  await makeBackup(source, target)
  const left = (await readdir(target)).filter((name) => name.startsWith('.partial'))
  return [...violations, ...left.map((name) => `left after the next backup: ${name}`)]
}

/** Flips one random bit of a copy at a time; verification must fail. */
const unfoundFlips = async (backup: string, copy: string, flips: number, random: Random): Promise<string[]> => {
  await cp(backup, copy, { recursive: true })
  const entries = await readdir(copy, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const violations: string[] = []
  for (let round = 0; round < flips; round += 1) {
    const file = files[random.integer(0, files.length - 1)] ?? ''
    const { size } = await stat(file)
    if (size === 0) continue
    const at = random.integer(0, size - 1)
    const bit = 1 << random.integer(0, 7)
    await flip(file, at, bit)
    if (await isWhole(copy)) violations.push(`bit ${bit} of byte ${at} in ${file.slice(copy.length)} was not found`)
    await flip(file, at, bit)
  }
  if (!(await isWhole(copy))) violations.push('the copy is damaged although every bit was flipped back')
  return violations
}

const flip = async (path: string, at: number, bit: number): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, at)
    byte.writeUInt8(byte.readUInt8() ^ bit)
    await file.write(byte, 0, 1, at)
  } finally {
    await file.close()
  }
}

const brokenByKilledRestore = async (
  backup: string,
  { dataDir, isServed }: { dataDir: string; isServed: boolean },
  content: Content,
  killAfterMs: number | undefined,
  log: (text: string) => void,
): Promise<string[]> => {
  const database = await createTestDatabase()
  const place = placeOf(dataDir, database)
  const violations: string[] = []
  try {
    if (killAfterMs !== undefined) {
      await mkdir(dataDir)
      const child = run(['restore', backup, '--live'], place)
      const ended = end(child)
      await Promise.race([delay(killAfterMs), ended])
      child.kill('SIGKILL')
      await ended
      const isHalf = await isHalfRestored(dataDir)
      log(`killed after ${killAfterMs} ms: ${isHalf ? 'half restored' : 'not begun or done'}`)
      if (isHalf) violations.push(...(await startsHalf(place)))
    }
    const isDone = (await readdir(dataDir).catch(() => [])).length > 0 && !(await isHalfRestored(dataDir))
    if (!isDone) {
      const { code, output } = await end(run(['restore', backup, '--live'], place))
      if (code !== 0) return [...violations, `the restore failed: ${output}`]
    }
    const changed = differences(content.tables, await digestTables(database.url, { isAtRest: true }))
    violations.push(...changed.filter((line) => !BY_RESTORE.test(line)))
    violations.push(...(await sellablePhones(database.url)))
    violations.push(...(await brokenBooks(database.url)).filter((text) => !content.books.includes(text)))
    if (await isHalfRestored(dataDir)) violations.push('the marker stands after the restore')
    violations.push(...(await lostFiles(backup, dataDir)))
    if (isServed) violations.push(...(await refusedByServer(place)))
    return violations
  } finally {
    await database.drop()
  }
}

/** Phones that may have been rented since the backup was made, and that nobody has erased. */
const sellablePhones = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from attached_phones where phone_id is null')
    return rows.map(({ id }) => `attached phone ${id} is sold without being erased`)
  })

/** The server must refuse to start on a half restored installation. */
const startsHalf = ({ env, dataDir }: Place): Promise<string[]> =>
  startSystem({ env, dataDir }).then(
    async (system) => {
      await system.stop()
      return ['the product started in a place that is half restored']
    },
    () => [],
  )

const lostFiles = async (backup: string, dataDir: string): Promise<string[]> => {
  const { dataFiles, objects, files } = await readManifest(backup)
  const places = new Map([
    ...dataFiles.map(({ file, path }) => [file, path] as const),
    ...objects.map(({ file, key }) => [file, join('objects', 'objects', key)] as const),
  ])
  const restored = files.flatMap((file) => {
    const path = places.get(file.path)
    return path === undefined ? [] : [{ ...file, path }]
  })
  return verifyFiles(dataDir, restored).then(
    () => [],
    (error: Error) => [error.message],
  )
}

const refusedByServer = async ({ env, dataDir, url }: Place): Promise<string[]> => {
  const system = await startSystem({ env, dataDir })
  const pool = createConnectionPool(system.port)
  try {
    const headers = { token: earlyUser.token }
    const answer = await pool.send({ method: 'GET', path: getUserInfo.path, headers })
    const violations = readEnvelope(answer)?.code === ErrorCode.OK ? [] : [`the server answers ${describe(answer)}`]
    return [...violations, ...(await behindSequences(url))]
  } finally {
    pool.close()
    await system.stop()
  }
}

/** Sequences must be ahead of the restored ids. */
const behindSequences = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ newest: string; next: string }>(
      `select max(id)::text as newest, nextval(pg_get_serial_sequence('users', 'id'))::text as next from users`,
    )
    const [row] = rows
    return row && BigInt(row.next) > BigInt(row.newest) ? [] : ['a sequence is behind its table']
  })
