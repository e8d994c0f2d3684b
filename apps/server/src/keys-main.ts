import { randomBytes } from 'node:crypto'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { pino } from 'pino'
import { sealedNumbers } from './modules/accounts/verification/index.ts'
import { sealedCodes } from './modules/commerce/activation/index.ts'
import { sumOpenShares } from './modules/devices/grants/index.ts'
import { countMarks } from './modules/devices/trials/index.ts'
import { sealedTotpSecrets } from './modules/operators/index.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, type Db, openDatabase } from './platform/database.ts'
import { reseal } from './platform/reseal.ts'
import { createSealedTexts } from './platform/sealed-texts.ts'
import { addSigningKey, findSigningKeys } from './platform/signing-keys.ts'
import { runCommand, storageFromEnvironment } from './start-up.ts'

const COLUMNS = [sealedNumbers, sealedCodes, sealedTotpSecrets]
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const { databaseUrl, dataDir, signingKeys: configured } = storageFromEnvironment()

/** `npm run keys:rotate`: adds a new key to the data folder, or prints one for the settings. */
const rotate = async (): Promise<boolean> => {
  if (configured.length === 0) {
    const number = await addSigningKey(dataDir)
    say(`✓ key ${number} is in ${dataDir}, and writes from the next start on; older ones go on reading`)
    say('  then: npm run keys:reseal, and npm run keys:status says which older ones may go')
    return true
  }
  const number = Math.max(...configured.map((key) => key.number)) + 1
  const entry = `${number}:${randomBytes(48).toString('base64url')}`
  const present = configured.map((key) => `${key.number}${key.number === 1 ? '' : ':…'}`).join()
  say(`The new key, shown once:\n\n  ${entry}\n`)
  say(
    `1. YUNJI_SIGNING_KEYS=${present},${entry.slice(0, 6)}…   on every process, restarted one by one: all can read it`,
  )
  say(`2. YUNJI_SIGNING_KEYS=${entry.slice(0, 6)}…,${present}   on every process, restarted one by one: it writes`)
  say('3. npm run keys:reseal, and npm run keys:status says which older ones may go')
  return true
}

const withDatabase = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` })
  const database = openDatabase(databaseUrl ?? embedded?.url ?? '', pino({ level: 'silent' }))
  try {
    return await work(database)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** `npm run keys:reseal`: runs the hourly jobs now. */
const resealAll = (): Promise<boolean> =>
  withDatabase(async ({ db }) => {
    const texts = createSealedTexts(await findSigningKeys(dataDir, configured))
    let isWhole = true
    for (const column of COLUMNS) {
      const { resealed, unreadable, failed } = await reseal(db, pino({ level: 'silent' }), texts, column)
      say(
        `${unreadable + failed === 0 ? '✓' : '✗'} ${column.name}: ${resealed} sealed anew, ${unreadable + failed} left`,
      )
      isWhole &&= unreadable + failed === 0
    }
    return isWhole
  })

/**
 * Hashes do not name their key, and those that the newest key made are among them. Share links end by themselves, marks of
 * trials with their accounts.
 */
const describeHashes = async (db: Db): Promise<readonly string[]> => {
  const [shares, marks] = await Promise.all([sumOpenShares(db, systemClock), countMarks(db)])
  const lastDay = shares.lastEndsAt?.toISOString().slice(0, 10)
  return [
    ...(shares.count > 0 ? [`${shares.count} open share links, until ${lastDay}`] : []),
    ...(marks > 0 ? [`${marks} marks of trials`] : []),
  ]
}

/** `npm run keys:status`: lists the keys, and what older ones are still needed for. */
const status = (): Promise<boolean> =>
  withDatabase(async ({ db }) => {
    const { numbers } = await findSigningKeys(dataDir, configured)
    const counts = (await Promise.all(COLUMNS.map((column) => column.count(db)))).flat()
    const needed = Map.groupBy(counts, ({ form }) => (form === 'v1' ? 1 : Number(form.slice('v2.'.length))))
    const textsOf = (number: number): number => (needed.get(number) ?? []).reduce((sum, { count }) => sum + count, 0)
    const hashes = await describeHashes(db)
    const adviceOf = (number: number): string => {
      if (textsOf(number) > 0) return ', run npm run keys:reseal'
      if (hashes.length === 0) return ', may go a day after the rotation'
      return `; ${hashes.join(' and ')} may need it (docs/keys.md)`
    }
    for (const [index, number] of numbers.entries()) {
      const advice = index > 0 ? adviceOf(number) : ''
      say(`  key ${number}: ${index === 0 ? 'writes' : 'reads'}, ${textsOf(number)} sealed texts${advice}`)
    }
    const lost = [...needed.keys()].filter((number) => number > 0 && !numbers.includes(number))
    for (const number of lost) say(`✗ key ${number} is not here, and ${textsOf(number)} texts are sealed with it`)
    return lost.length === 0
  })

const commands: Readonly<Record<string, () => Promise<boolean>>> = { rotate, reseal: resealAll, status }
const command = commands[process.argv[2] ?? '']
if (!command) {
  process.stderr.write('usage: npm run keys:rotate, keys:reseal or keys:status\n')
  process.exit(2)
}
await runCommand(command)
