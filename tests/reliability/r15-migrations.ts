import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@yunji/testkit/database'
import { definePromise } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { differences, digestTables } from '@yunji/testkit/table-digest'
import { type Migration, migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { brokenByCrowd, brokenByKill, writeSlowMigrations } from './killed-migrations.ts'
import { lostByUpgrades } from './past-schemas.ts'

const MIGRATIONS = fileURLToPath(new URL('../../apps/server/migrations', import.meta.url))
/** Number of schemas but in the long form. */
const NEWEST = 4
const BETWEEN = 3

export const promise = definePromise({
  id: 'R15',
  name: 'r15_migrations',
  title: 'every past schema with data migrates, and a killed migration resumes',
  sizes: { small: { kills: 2, crowds: 1 }, long: { kills: 50, crowds: 10 } },
  async run({ size: { kills, crowds }, form, seed, log }) {
    const random = createRandom(seed)
    const migrations = await readMigrations(MIGRATIONS)
    const slow = await writeSlowMigrations()
    const violations: string[] = []
    const versions = form === 'long' ? allVersions(migrations) : someVersions(migrations, random)
    let rounds = versions.length
    const add = (found: readonly string[]): void => {
      rounds += 1
      violations.push(...found)
    }
    try {
      const served = random.integer(migrations.length - NEWEST + 1, migrations.length)
      const isServed = (version: number) => form === 'long' || version === served
      violations.push(...(await lostByUpgrades(migrations, { versions, isServed })))
      for (let round = 0; round < kills; round += 1) add(await brokenByKill(slow, random, log))
      for (let round = 0; round < crowds; round += 1) add(await brokenByCrowd(slow))
      add(await acceptedHistory(migrations, random))
    } finally {
      await rm(slow, { recursive: true })
    }
    return { rounds, violations }
  },
})

const allVersions = (migrations: readonly Migration[]): number[] =>
  Array.from({ length: migrations.length + 1 }, (_, version) => version)

/** The first, the newest ones, and a random few in between. */
const someVersions = (migrations: readonly Migration[], random: Random): number[] => {
  const newest = migrations.length - NEWEST
  const between = new Set(Array.from({ length: BETWEEN }, () => random.integer(1, newest)))
  return allVersions(migrations).filter((version) => version === 0 || version > newest || between.has(version))
}

/** An edited migration and a database newer than the release must both stop the start. */
const acceptedHistory = async (migrations: readonly Migration[], random: Random): Promise<string[]> => {
  const database = await createTestDatabase()
  try {
    await migrate(database.url, migrations)
    const before = await digestTables(database.url, { isAtRest: true })
    const edited = random.integer(1, migrations.length)
    const histories = {
      [`version ${edited} edited`]: migrations.map((migration) =>
        migration.version === edited ? { ...migration, checksum: 'another' } : migration,
      ),
      'the newest version unknown': migrations.slice(0, -1),
    }
    const accepted = await Promise.all(
      Object.entries(histories).map(([what, history]) =>
        migrate(database.url, history).then(
          () => [`accepted: ${what}`],
          () => [],
        ),
      ),
    )
    return [...accepted.flat(), ...differences(before, await digestTables(database.url, { isAtRest: true }))]
  } finally {
    await database.drop()
  }
}
