import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { eventually } from '@yunji/testkit/eventually'
import { childrenOf, isAlive } from '@yunji/testkit/process-table'

const PATIENCE_MS = 120_000

/** A running `npm start`. */
export class NpmStart {
  readonly npm: ChildProcess
  readonly port: number
  #output = ''

  constructor(folder: string, dataDir: string, port: number) {
    this.port = port
    // Its own process group, as in a terminal.
    this.npm = spawn('npm', ['start'], {
      cwd: folder,
      env: { ...withoutNpm(process.env), PORT: String(port), YUNJI_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    for (const stream of [this.npm.stdout, this.npm.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#output += chunk
      })
    }
  }

  get output(): string {
    return this.#output
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  async ready(): Promise<this> {
    await eventually(
      async () => {
        if (this.npm.exitCode !== null) return
        const answer = await fetch(`${this.url}/readyz`)
        if (answer.status !== 200) throw new Error(`not ready:\n${this.#output}`)
      },
      { deadlineMs: PATIENCE_MS },
    )
    if (this.npm.exitCode !== null) throw new Error(`npm start ended:\n${this.#output}`)
    return this
  }

  /** Its processes by role. */
  async processes(): Promise<{ all: number[]; server: number; database: number }> {
    const all = descendants(this.npm.pid ?? 0)
    const lines = await Promise.all(
      all.map(async (pid) => ({ pid, line: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') })),
    )
    const find = (pattern: RegExp) => lines.find(({ line }) => pattern.test(line))?.pid ?? Number.NaN
    return { all, server: find(/apps\/server\/src\/main\.ts/), database: find(/bin\/postgres\0-D/) }
  }

  /** SIGINT to the process group, as Ctrl-C. */
  pressCtrlC(): void {
    process.kill(-(this.npm.pid ?? 0), 'SIGINT')
  }

  async ended(): Promise<number | null> {
    if (this.npm.exitCode === null && this.npm.signalCode === null) await once(this.npm, 'exit')
    return this.npm.exitCode
  }

  async clear(): Promise<void> {
    const { all } = await this.processes()
    if (this.npm.exitCode === null && this.npm.signalCode === null) this.npm.kill('SIGTERM')
    await this.ended()
    await allGone(all)
  }
}

export const allGone = (pids: readonly number[]) =>
  eventually(
    () => {
      const left = pids.filter(isAlive)
      if (left.length > 0) throw new Error(`still running: ${left.join(', ')}`)
    },
    { deadlineMs: PATIENCE_MS },
  )

const descendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(descendants)]

/** Removes npm's variables of the test run. */
const withoutNpm = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(npm_|NODE_ENV$|VITEST|DATABASE_URL$)/.test(name)))

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

export const namesIn = (folder: string) => readdir(folder).then((names) => names.toSorted())
