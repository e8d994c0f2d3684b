import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getUnreadCount } from '@yunji/contract/messages/calls'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { callRequest } from '../../tests/support/call-request.ts'
import { compareServers, startServer } from '../load/compare-servers.ts'
import { CLIENT_HEADERS, SAMPLE_COUNTS } from '../load/samples.ts'

const ACCOUNTS = 1_000
const LIMIT = 0.7

/** Calls per CPU second of server and PostgreSQL together, relative to the same route with a constant answer. */
export const measureUnread = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  const start = (counts: string) =>
    startServer(new URL('unread-server.ts', import.meta.url), [postgres.url, join(folder, `${counts}.log`), counts])
  const [counting, plain] = [await start('with-counts'), await start('without-counts')]
  const targetOf = ({ port, pid }: typeof counting) => ({ port, pids: [pid, postgres.pid() ?? 0] })
  try {
    const requests = await unreadRequests(postgres.url)
    await assertAnswer(counting.port, requests[0]?.token ?? '')
    const targets = { plain: targetOf(plain), counting: targetOf(counting) }
    const rates = await compareServers(
      targets,
      requests.map(({ text }) => text),
    )
    return [
      atLeast('unread_ratio', median(rates.map((round) => round.counting / round.plain)), LIMIT),
      atLeast('unread_calls_per_cpu_second', median(rates.map((round) => round.counting)), 0),
    ]
  } finally {
    counting.child.kill()
    plain.child.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const unreadRequests = async (url: string) => {
  const accounts = await createAccounts(url, ACCOUNTS)
  await withClient(url, (client) =>
    client.query('insert into message_counts (user_id, notice, security, settlement) select id, 1, 2, 2 from users'),
  )
  const requests: { token: string; text: string }[] = []
  for (const { userId } of accounts) {
    const [token = ''] = await createSessions(url, userId, 1)
    const headers = { ...CLIENT_HEADERS, userId: String(userId) }
    const text = formatRequest(callRequest(getUnreadCount, {}, { token, headers })).toString('latin1')
    requests.push({ token, text })
  }
  return requests
}

/** Throws unless the route answers the sample counts. */
const assertAnswer = async (port: number, token: string): Promise<void> => {
  const response = await fetch(`http://127.0.0.1:${port}${getUnreadCount.path}`, { headers: { token } })
  const { data } = (await response.json()) as { data: unknown }
  if (JSON.stringify(data) !== JSON.stringify(SAMPLE_COUNTS)) throw new Error(`answered ${JSON.stringify(data)}`)
}
