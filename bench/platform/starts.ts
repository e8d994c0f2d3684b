import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventually } from '@yunji/testkit/eventually'
import { atMost, type Figure } from '@yunji/testkit/figures'
import { signalIfAlive } from '@yunji/testkit/process-table'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SECOND_START_LIMIT_SECONDS = 5
const FIRST_START_LIMIT_SECONDS = 120
const START_DEADLINE_MS = 15 * 60_000

/** `npm start` in this tree, measured on the second run. */
export const measureSecondStart = async (): Promise<readonly Figure[]> => {
  const data = await mkdtemp(join(tmpdir(), 'yunji-bench-data-'))
  try {
    await secondsUntilReady(ROOT, data)
    return [atMost('second_start_seconds', await secondsUntilReady(ROOT, data), SECOND_START_LIMIT_SECONDS)]
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}

/** `npm start` in a fresh clone, with a warm npm cache and no builds of other clones. */
export const measureFirstStart = (): Promise<readonly Figure[]> =>
  inFreshClone(async (clone) => [
    atMost(
      'first_start_seconds',
      await secondsUntilReady(clone, join(clone, '.data'), { XDG_CACHE_HOME: join(clone, '.cache') }),
      FIRST_START_LIMIT_SECONDS,
    ),
  ])

const inFreshClone = async <Result>(work: (clone: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-clone-'))
  const clone = join(folder, 'yunji')
  try {
    await promisify(execFile)('git', ['clone', '--quiet', ROOT, clone])
    return await work(clone)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const secondsUntilReady = async (folder: string, data: string, env: Record<string, string> = {}): Promise<number> => {
  const port = await freePort()
  const startedAt = performance.now()
  // Its own process group, so that all its processes can be ended.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...env, PORT: String(port), YUNJI_DATA_DIR: data },
    stdio: ['ignore', 2, 2],
  })
  try {
    await eventually(() => assertReady(port, child), { deadlineMs: START_DEADLINE_MS, everyMs: 50 })
    return (performance.now() - startedAt) / 1000
  } finally {
    await end(child)
  }
}

const assertReady = async (port: number, child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`)
  if (!ok) throw new Error('not ready')
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
  const gone = once(child, 'exit')
  signalIfAlive(-(child.pid ?? 0), 'SIGINT')
  await gone
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
