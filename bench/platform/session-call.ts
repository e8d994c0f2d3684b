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
 * Calls per CPU second of server and PostgreSQL together, relative to the same route on Fastify alone. The servers take
 * turns on the same machine, so that other load affects all alike.
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
      // For comparison; its limit is in the accounts bench.
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

const requestOf = (token: string, mobilePhone: string): string =>
  formatRequest({
    method: 'GET',
    path: `${getUserInfo.path}?mobilePhone=${mobilePhone}&versionCode=001000000`,
    headers: { ...CLIENT_HEADERS, token, userId: '100001' },
  }).toString('latin1')
