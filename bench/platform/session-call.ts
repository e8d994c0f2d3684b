import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { startSystem } from '@yunji/testkit/system'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { compareServers, startReference, startServer } from '../load/compare-servers.ts'
import { CLIENT_HEADERS } from '../load/samples.ts'

const SESSIONS = 1_000
const LIMIT = 0.4

/**
 * Calls per processor-second of server and PostgreSQL together, against the same route on Fastify alone. All stand side
 * by side on the same machine and take turns, so that a busy neighbour disturbs each alike.
 */
export const measureSessionCall = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const system = await startSystem({ env: { DATABASE_URL: postgres.url, YUNJI_CALLS_PER_MINUTE: '100000000' } })
  const [account] = await createAccounts(postgres.url, 1)
  const tokens = await createSessions(postgres.url, account?.userId ?? 0, SESSIONS)
  const plain = await startReference('userInfo')
  const session = await startServer(new URL('session-server.ts', import.meta.url), [
    postgres.url,
    join(folder, 'session.log'),
  ])
  const databasePid = postgres.pid() ?? 0
  const targets = {
    plain: { port: plain.port, pids: [plain.pid] },
    session: { port: session.port, pids: [session.pid, databasePid] },
    userInfo: { port: system.port, pids: [system.process.pid ?? 0, databasePid] },
  }
  try {
    const requests = tokens.map((token) => requestOf(token, account?.mobilePhone ?? ''))
    const rates = await compareServers(targets, requests)
    const ratio = (name: keyof typeof targets): number => median(rates.map((round) => round[name] / round.plain))
    return [
      atLeast('session_call_ratio', ratio('session'), LIMIT),
      // With a further query of its own: for comparison, its limit stands with the accounts.
      atLeast('user_info_ratio', ratio('userInfo'), 0),
      atLeast('session_calls_per_cpu_second', median(rates.map((round) => round.session)), 0),
    ]
  } finally {
    plain.child.kill()
    session.child.kill()
    await system.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As the client sends it. */
const requestOf = (token: string, mobilePhone: string): string =>
  formatRequest({
    method: 'GET',
    path: `${getUserInfo.path}?mobilePhone=${mobilePhone}&versionCode=001000000`,
    headers: { ...CLIENT_HEADERS, token, userId: '100001' },
  }).toString('latin1')
