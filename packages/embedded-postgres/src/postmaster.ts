import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { ClusterLocation } from './location.ts'
import { isAlive, signal } from './process-table.ts'
import { endWithParent, programEnv, spawnIdentity } from './run-as.ts'
import { pause, poll, unrefPause } from './wait.ts'

/** Started by us or adopted. */
export interface Postmaster {
  readonly pid: number
  readonly exited: Promise<void>
  hasExited(): boolean
  /** Last lines of stderr; empty for an adopted process. */
  lastLogLines(): Promise<string>
}

const KEPT_LINES = 30

export function spawnPostmaster(
  location: ClusterLocation,
  settings: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Postmaster {
  const [file = '', ...args] = [
    ...location.runAs.prefix,
    ...endWithParent(location.runAs),
    path.join(location.native, 'bin', 'postgres'),
    '-D',
    location.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(file, args, {
    ...spawnIdentity(location.runAs),
    cwd: '/',
    env: programEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // its own session, so that Ctrl-C does not end it before the server has finished
  })
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
    onLog(line)
  })
  let hasExited = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      hasExited = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      lines.push(error.message)
      end()
    })
  })
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.unref()
  if ('unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref()
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited: () => hasExited,
    lastLogLines: () => Promise.race([silent, pause(1000)]).then(() => lines.join('\n')),
  }
}

const WATCH_EVERY_MS = 200

export function watchPostmaster(pid: number): Postmaster {
  const watch = async () => {
    while (isAlive(pid)) await unrefPause(WATCH_EVERY_MS)
  }
  return { pid, exited: watch(), hasExited: () => !isAlive(pid), lastLogLines: async () => '' }
}

/** Fast shutdown (SIGINT), then immediate (SIGQUIT), then SIGKILL. */
export async function endPostmaster(postmaster: Postmaster): Promise<void> {
  const steps = [
    { name: 'SIGINT', withinMs: 20_000 },
    { name: 'SIGQUIT', withinMs: 5000 },
    { name: 'SIGKILL', withinMs: 5000 },
  ] as const
  for (const { name, withinMs } of steps) {
    if (postmaster.hasExited()) return
    signal(postmaster.pid, name)
    const ended = await poll(withinMs, 20, () => postmaster.hasExited() || undefined)
    if (ended) return
  }
}
