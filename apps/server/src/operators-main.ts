import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { pino } from 'pino'
import { FIRST_OWNER, recoverOperator, seedOwner } from './modules/operators/index.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database.ts'
import { runCommand, storageFromEnvironment } from './start-up.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `npm run operators:reset -- [name]`: a new password and no second factor, for an operator who has lost both. */
const reset = async (name: string): Promise<boolean> => {
  const { databaseUrl, dataDir } = storageFromEnvironment()
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` })
  const database = openDatabase(databaseUrl ?? embedded?.url ?? '', pino({ level: 'silent' }))
  try {
    const isFirst = name === FIRST_OWNER
    const password =
      (await recoverOperator(database, systemClock, name)) ??
      (isFirst ? await seedOwner(database, systemClock) : undefined)
    if (password === undefined) {
      say(`✗ there is no operator ${name}`)
      return false
    }
    say(`✓ operator ${name}: password ${password}, shown once; the next login sets another, and a second factor`)
    return true
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

await runCommand(() => reset(process.argv[2] ?? FIRST_OWNER))
