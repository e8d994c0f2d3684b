import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveUserUsageLog } from '@yunji/contract/telemetry/calls'
import { logIdOf } from '@yunji/contract/telemetry/usage-session'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { callRequest } from '../../tests/support/call-request.ts'
import { compareServers, startServer } from '../load/compare-servers.ts'
import { CLIENT_HEADERS } from '../load/samples.ts'

const ACCOUNTS = 1_000
const LIMIT = 0.6

/** Logs per CPU second of server and PostgreSQL together, relative to the same route without storage. */
export const measureUsageLog = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  const start = (storage: string) =>
    startServer(new URL('usage-server.ts', import.meta.url), [postgres.url, join(folder, `${storage}.log`), storage])
  const [keeping, plain] = [await start('with-storage'), await start('without-storage')]
  const targetOf = ({ port, pid }: typeof keeping) => ({ port, pids: [pid, postgres.pid() ?? 0] })
  try {
    const targets = { plain: targetOf(plain), keeping: targetOf(keeping) }
    const rates = await compareServers(targets, await logRequests(postgres.url))
    await assertKept(postgres.url)
    return [
      atLeast('usage_log_ratio', median(rates.map((round) => round.keeping / round.plain)), LIMIT),
      atLeast('usage_logs_per_cpu_second', median(rates.map((round) => round.keeping)), 0),
    ]
  } finally {
    keeping.child.kill()
    plain.child.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const logRequests = async (url: string): Promise<string[]> => {
  const requests: string[] = []
  for (const { userId } of await createAccounts(url, ACCOUNTS)) {
    const [token = ''] = await createSessions(url, userId, 1)
    const headers = { ...CLIENT_HEADERS, userId: String(userId) }
    const log = {
      logId: logIdOf(Date.now(), userId, Math.random()),
      client: 'h5',
      version: '1.0.0',
      terminalType: 'android',
      accessingPages: '/pages/Home/index',
      exitMark: 0,
    }
    requests.push(formatRequest(callRequest(saveUserUsageLog, log, { token, headers })).toString('latin1'))
  }
  return requests
}

/** Six rounds of ten thousand. */
const ROWS = 60_000

const assertKept = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ kept: number }>('select count(*)::int as kept from usage_logs')
    if (rows[0]?.kept !== ROWS) throw new Error(`${rows[0]?.kept} of ${ROWS} logs were kept`)
  })
