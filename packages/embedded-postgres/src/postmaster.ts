import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Place } from './location.ts'
import { isAlive, signal } from './process-table.ts'
import { endWithParent, programEnv, spawnIdentity } from './run-as.ts'
import { idle, pause, until } from './wait.ts'

/** A postmaster process, ours or one found running. */
export interface Postmaster {
  readonly pid: number
  readonly gone: Promise<void>
  isGone(): boolean
  /** The last lines that it said, for the reason of a failed start. */
  lastWords(): Promise<string>
}

const KEPT_LINES = 30

export function spawnPostmaster(
  place: Place,
  settings: Readonly<Record<string, string>>,
  onLog: (line: string) => void,
): Postmaster {
  const [file = '', ...args] = [
    ...place.runAs.prefix,
    ...endWithParent(place.runAs),
    path.join(place.native, 'bin', 'postgres'),
    '-D',
    place.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const child = spawn(file, args, {
    ...spawnIdentity(place.runAs),
    cwd: '/',
    env: programEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a session of its own: Ctrl-C in the terminal must not end it before the server has finished
  })
  const words: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    words.push(line)
    if (words.length > KEPT_LINES) words.shift()
    onLog(line)
  })
  let isGone = false
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      words.push(error.message)
      end()
    })
  })
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.unref()
  if ('unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref()
  return {
    pid: child.pid ?? 0,
    gone,
    isGone: () => isGone,
    lastWords: () => Promise.race([silent, pause(1000)]).then(() => words.join('\n')),
  }
}

const WATCH_EVERY_MS = 200

export function watchPostmaster(pid: number): Postmaster {
  const watch = async () => {
    while (isAlive(pid)) await idle(WATCH_EVERY_MS)
  }
  return { pid, gone: watch(), isGone: () => !isAlive(pid), lastWords: async () => '' }
}

/** Fast shutdown, then the harder ways. */
export async function endPostmaster(postmaster: Postmaster): Promise<void> {
  const steps = [
    { name: 'SIGINT', withinMs: 20_000 },
    { name: 'SIGQUIT', withinMs: 5000 },
    { name: 'SIGKILL', withinMs: 5000 },
  ] as const
  for (const { name, withinMs } of steps) {
    if (postmaster.isGone()) return
    signal(postmaster.pid, name)
    const ended = await until(withinMs, 20, () => postmaster.isGone() || undefined)
    if (ended) return
  }
}
