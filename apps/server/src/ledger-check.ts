import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import { auditLedger } from './modules/commerce/ledger/index.ts'
import { withSlowQueryClient } from './platform/slow-query-client.ts'
import { runCommand, storageFromEnvironment } from './start-up.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `npm run ledger:check`: recounts every entry of the ledger. It reports differences and corrects none. */
const check = async (): Promise<boolean> => {
  const { databaseUrl, dataDir } = storageFromEnvironment()
  const embedded = databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: `${dataDir}/postgres` })
  try {
    const url = databaseUrl ?? embedded?.url ?? ''
    const discrepancies = await withSlowQueryClient(url, (client) => auditLedger(drizzle(client)))
    for (const { accountId, what, storedCents, countedCents } of discrepancies) {
      say(`✗ account ${accountId}: ${what} says ${storedCents} cents, its entries add up to ${countedCents}`)
    }
    if (discrepancies.length === 0) say('✓ every account is what its entries add up to')
    return discrepancies.length === 0
  } finally {
    await embedded?.stop()
  }
}

await runCommand(check)
