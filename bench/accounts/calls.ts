import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@yunji/contract/accounts/session/calls'
import { getUserInfo } from '@yunji/contract/accounts/user/calls'
import type { Call } from '@yunji/contract/wire/call'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { formatRequest } from '@yunji/testkit/raw-http'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'
import { type Account, createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { addressOf, callRequest, FORWARDED_FOR } from '../../tests/support/call-request.ts'
import { compareServers, startReference, startServer } from '../load/compare-servers.ts'
import { CLIENT_HEADERS } from '../load/samples.ts'

const ACCOUNTS = 2_000
const USER_INFO_LIMIT = 0.3
const LOGIN_LIMIT = 0.15

/** Calls per CPU second of server and PostgreSQL together, relative to the same route on Fastify alone. */
export const measureAccountCalls = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  await migrate(postgres.url, await readMigrations(MIGRATIONS))
  const accounts = await createAccounts(postgres.url, ACCOUNTS)
  const server = await startServer(new URL('account-server.ts', import.meta.url), [
    postgres.url,
    join(folder, 'server.log'),
  ])
  const target = { port: server.port, pids: [server.pid, postgres.pid() ?? 0] }

  const ratioOf = async (call: Call, requests: readonly string[]): Promise<number> => {
    const plain = await startReference(call === login ? 'login' : 'userInfo')
    try {
      const rates = await compareServers({ plain: { port: plain.port, pids: [plain.pid] }, real: target }, requests)
      return median(rates.map((round) => round.real / round.plain))
    } finally {
      plain.child.kill()
    }
  }
  try {
    return [
      atLeast(
        'user_info_ratio',
        await ratioOf(getUserInfo, await infoRequests(postgres.url, accounts)),
        USER_INFO_LIMIT,
      ),
      atLeast('login_without_hash_ratio', await ratioOf(login, loginRequests(accounts)), LOGIN_LIMIT),
    ]
  } finally {
    server.child.kill()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const infoRequests = async (url: string, accounts: readonly Account[]): Promise<string[]> => {
  const requests: string[] = []
  for (const { userId, mobilePhone } of accounts.slice(0, ACCOUNTS / 2)) {
    const [token = ''] = await createSessions(url, userId, 1)
    const headers = { ...CLIENT_HEADERS, userId: String(userId) }
    const input = { mobilePhone, versionCode: '001000000' }
    requests.push(formatRequest(callRequest(getUserInfo, input, { token, headers })).toString('latin1'))
  }
  return requests
}

const loginRequests = (accounts: readonly Account[]): string[] =>
  accounts.map(({ mobilePhone, password }, at) => {
    const headers = { ...CLIENT_HEADERS, [FORWARDED_FOR]: addressOf(at) }
    return formatRequest(callRequest(login, { mobilePhone, password }, { headers })).toString('latin1')
  })
