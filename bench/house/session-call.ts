import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getUserInfo } from '@yunji/contract/user/calls'
import { startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, type Figure, median } from '@yunji/testkit/figures'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import { startSystem } from '@yunji/testkit/system'
import { formatRequest } from '@yunji/testkit/wire-request'
import { createAccounts, createSessions } from '../../tests/support/accounts.ts'
import { putUnderLoad } from './load.ts'

const SESSIONS = 1_000
const CONNECTIONS = 64
const REQUESTS_PER_ROUND = 10_000
const WARM_UP_ROUNDS = 1
const ROUNDS = 5
const LIMIT = 0.4

/** A server to be put under load, with all processes whose time on the processor it costs. */
interface Contestant {
  readonly port: number
  readonly pids: readonly number[]
}

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
  const plain = await startServer(new URL('plain-server.ts', import.meta.url), [])
  const session = await startServer(new URL('session-server.ts', import.meta.url), [
    postgres.url,
    join(folder, 'session.log'),
  ])
  const databasePid = postgres.pid() ?? 0
  const contestants = {
    plain: { port: plain.port, pids: [plain.pid] },
    session: { port: session.port, pids: [session.pid, databasePid] },
    userInfo: { port: system.port, pids: [system.process.pid ?? 0, databasePid] },
  }
  try {
    const rates = await race(
      contestants,
      tokens.map((token) => requestOf(token, account?.mobilePhone ?? '')),
    )
    const ratio = (name: keyof typeof contestants): number => median(rates.map((round) => round[name] / round.plain))
    return [
      atLeast('session_call_ratio', ratio('session'), LIMIT),
      // With a further query of its own, through the query builder: for comparison, the limit is not about it.
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

const startServer = async (file: URL, args: readonly string[]) => {
  const child: ChildProcess = fork(fileURLToPath(file), args)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port, pid: child.pid ?? 0 }
}

/** As the client sends it. */
const requestOf = (token: string, mobilePhone: string): string =>
  formatRequest({
    method: 'GET',
    path: `${getUserInfo.path}?mobilePhone=${mobilePhone}&versionCode=001000000`,
    headers: {
      requestSource: 'miniApp',
      token,
      userId: '100001',
      channel: 'h5',
      terminalType: 'android',
      clientType: 'h5',
      supplierType: '0',
    },
  }).toString('latin1')

const race = async <Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  requests: readonly string[],
): Promise<Record<Name, number>[]> => {
  const rounds: Record<Name, number>[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const rates = {} as Record<Name, number>
    for (const name of Object.keys(contestants) as Name[])
      rates[name] = await callsPerCpuSecond(contestants[name], requests)
    process.stderr.write(`    round ${round}: ${JSON.stringify(rates)}\n`)
    if (round >= WARM_UP_ROUNDS) rounds.push(rates)
  }
  return rounds
}

const callsPerCpuSecond = async ({ port, pids }: Contestant, requests: readonly string[]): Promise<number> => {
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0)
  const before = spent()
  await putUnderLoad({ port, requests, total: REQUESTS_PER_ROUND, connections: CONNECTIONS })
  return Math.round(REQUESTS_PER_ROUND / (spent() - before))
}
