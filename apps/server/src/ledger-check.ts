import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { pino } from 'pino'
import { auditLedger } from './modules/commerce/ledger/index.ts'
import { openDatabase } from './platform/database.ts'
import { runCommand, storageFromEnvironment } from './start-up.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `npm run ledger:check`: recounts every entry of the ledger. It reports differences and corrects none. */
const check = async (): Promise<boolean> => {
  const { databaseUrl, dataDir } = storageFromEnvironment()
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` })
  const database = openDatabase(databaseUrl ?? embedded?.url ?? '', pino({ level: 'silent' }))
  try {
    const discrepancies = await auditLedger(database.db)
    for (const { accountId, what, storedCents, countedCents } of discrepancies) {
      say(`✗ account ${accountId}: ${what} says ${storedCents} cents, its entries add up to ${countedCents}`)
    }
    if (discrepancies.length === 0) say('✓ every account is what its entries add up to')
    return discrepancies.length === 0
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

await runCommand(check)
