import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import type { Random } from '@yunji/testkit/random'
import { entryOf } from '@yunji/testkit/system'
import { withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'

const CHILD = entryOf(fileURLToPath(new URL('migrate-child.ts', import.meta.url)))
const VERSIONS = 5
const SLEEP_SECONDS = 0.15
const PROCESSES_AT_ONCE = 4

/** Slow migrations that insert a mark each time they run, without a unique constraint. */
export const writeSlowMigrations = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-migrations-'))
  for (let version = 1; version <= VERSIONS; version += 1) {
    const sql = [
      ...(version === 1 ? ['create table marks (version integer not null)'] : []),
      `create table part_${version} (id integer)`,
      `insert into marks values (${version})`,
      `select pg_sleep(${SLEEP_SECONDS})`,
      `alter table part_${version} add column name text`,
    ]
    await writeFile(join(folder, `000${version}_part.sql`), `${sql.join(';\n')};\n`)
  }
  return folder
}

/** Kills the migration during a random version, twice, then lets it finish. */
export const brokenByKill = async (folder: string, random: Random, log: (text: string) => void): Promise<string[]> => {
  const database = await createTestDatabase()
  try {
    const violations: string[] = []
    for (const target of [random.integer(0, 2), random.integer(2, VERSIONS - 1)]) {
      const child = spawnMigration(database.url, folder)
      await eventually(async () => assertReached(await appliedVersions(database.url), target, child), { everyMs: 5 })
      await delay(random.integer(0, SLEEP_SECONDS * 1000))
      await kill(child)
      const applied = await appliedVersions(database.url)
      violations.push(...(await marksThatDiffer(database.url, applied)))
      log(`killed with ${applied.length} of ${VERSIONS} versions applied`)
    }
    await migrate(database.url, await readMigrations(folder))
    return [...violations, ...(await notWhole(database.url))]
  } finally {
    await database.drop()
  }
}

/** Several processes migrate the same empty database at once. */
export const brokenByCrowd = async (folder: string): Promise<string[]> => {
  const database = await createTestDatabase()
  try {
    const children = Array.from({ length: PROCESSES_AT_ONCE }, () => spawnMigration(database.url, folder))
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number | null))
    const failed = codes.filter((code) => code !== 0).map((code) => `one of several processes ended with ${code}`)
    return [...failed, ...(await notWhole(database.url))]
  } finally {
    await database.drop()
  }
}

const spawnMigration = (url: string, folder: string): ChildProcess =>
  spawn(process.execPath, [CHILD, url, folder], { stdio: ['ignore', 'ignore', 'inherit'] })

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const assertReached = (applied: readonly number[], target: number, child: ChildProcess): void => {
  if (applied.length < target && child.exitCode === null) throw new Error(`${applied.length} of ${target} versions`)
}

const numbersIn = (url: string, table: 'schema_migrations' | 'marks'): Promise<number[]> =>
  withClient(url, async (client) => {
    const found = await client.query<{ has: boolean }>('select to_regclass($1) is not null as has', [table])
    if (!found.rows[0]?.has) return []
    const { rows } = await client.query<{ version: number }>(`select version from ${table} order by version`)
    return rows.map((row) => row.version)
  })

const appliedVersions = (url: string): Promise<number[]> => numbersIn(url, 'schema_migrations')

const marksThatDiffer = async (url: string, applied: readonly number[]): Promise<string[]> => {
  const marks = await numbersIn(url, 'marks')
  return marks.join() === applied.join() ? [] : [`versions ${applied.join()} are recorded, but ${marks.join()} ran`]
}

const notWhole = async (url: string): Promise<string[]> => {
  const applied = await appliedVersions(url)
  const isWhole = applied.join() === Array.from({ length: VERSIONS }, (_, index) => index + 1).join()
  return [...(isWhole ? [] : [`versions after all: ${applied.join()}`]), ...(await marksThatDiffer(url, applied))]
}
