import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOfTree } from '@yunji/testkit/process-table'
import type { LoadOptions } from './load-worker.ts'
import type { ReferenceKind } from './reference-server.ts'

/** Placeholder for a unique value; in headers only, so that the content length is unchanged. */
export const UNIQUE = 'unique-request-number'

const WORKER = fileURLToPath(new URL('load-worker.ts', import.meta.url))

/** Resolves when all requests are answered; throws on a wrong answer. */
const runLoad = async (options: LoadOptions): Promise<void> => {
  const worker = spawn(process.execPath, [WORKER], { stdio: ['pipe', 'inherit', 'inherit'] })
  worker.stdin.end(JSON.stringify(options))
  const [code] = (await once(worker, 'exit')) as [number | null]
  if (code !== 0) throw new Error('the load did not get its answers')
}

const CONNECTIONS = 64
const REQUESTS_PER_ROUND = 10_000
const WARM_UP_ROUNDS = 1
const ROUNDS = 5
/** Number of rounds, for requests that can be sent only once. */
export const ALL_ROUNDS = WARM_UP_ROUNDS + ROUNDS

/** A server under load, and the processes whose CPU time counts. */
export interface LoadTarget {
  readonly port: number
  readonly pids: readonly number[]
  /** Requests of this target, possibly different in each round. */
  readonly requests?: readonly string[] | ((round: number) => readonly string[])
  /** Expected start of every response, if it is not an envelope. */
  readonly answer?: string
}

interface CompareOptions {
  readonly requestsPerRound?: number
  readonly connections?: number
}

/** Forks a server, which sends its port once it listens. */
export const startServer = async (file: URL, args: readonly string[]) => {
  const child: ChildProcess = fork(fileURLToPath(file), args)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port, pid: child.pid ?? 0 }
}

export const startReference = (kind: ReferenceKind, argument = '') =>
  startServer(new URL('reference-server.ts', import.meta.url), [kind, argument])

/**
 * Calls per CPU second of each target by round. The targets take turns on the same machine, so that other load affects
 * all alike.
 */
export const compareServers = async <Name extends string>(
  targets: Readonly<Record<Name, LoadTarget>>,
  requests: readonly string[],
  { requestsPerRound: total = REQUESTS_PER_ROUND, connections = CONNECTIONS }: CompareOptions = {},
): Promise<Record<Name, number>[]> => {
  const rounds: Record<Name, number>[] = []
  for (let round = 0; round < ALL_ROUNDS; round += 1) {
    const rates = {} as Record<Name, number>
    for (const name of Object.keys(targets) as Name[]) {
      const { requests: own = requests } = targets[name]
      const roundRequests = typeof own === 'function' ? own(round) : own
      rates[name] = await callsPerCpuSecond(targets[name], roundRequests, { total, connections })
    }
    process.stderr.write(`    round ${round}: ${JSON.stringify(rates)}\n`)
    if (round >= WARM_UP_ROUNDS) rounds.push(rates)
  }
  return rounds
}

const callsPerCpuSecond = async (
  { port, pids, answer }: LoadTarget,
  requests: readonly string[],
  { total, connections }: { total: number; connections: number },
): Promise<number> => {
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuSecondsOfTree(pid), 0)
  const before = spent()
  await runLoad({ port, requests, total, connections, ...(answer !== undefined && { answer }) })
  return Math.round(total / (spent() - before))
}
