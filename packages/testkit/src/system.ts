import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from './eventually.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SOURCE = join(ROOT, 'apps/server/src/main.ts')

/** Set by the test run's set-up for every test worker. */
const FOLDER = 'YUNJI_TEST_BUNDLES'

export const setBundleFolder = (folder: string): void => {
  process.env[FOLDER] = folder
}

export const hasBundles = (): boolean => Boolean(process.env[FOLDER])

/** Name of an entry in the folder of bundles. */
export const bundleNameOf = (source: string): string => relative(ROOT, source).replaceAll('/', '.').replace(/\.ts$/, '')

/** The bundle of an entry if the test run has made one, else its source. */
export const entryOf = (source: string): string => {
  const bundle = join(process.env[FOLDER] ?? '', `${bundleNameOf(source)}.js`)
  return hasBundles() && existsSync(bundle) ? bundle : source
}

export const serverEntry = (): string => entryOf(SOURCE)

const START_DEADLINE_MS = 90_000
const STOP_DEADLINE_MS = 30_000

export interface System {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly process: ChildProcess
  readMetrics(): Promise<string>
  /** stdout and stderr so far. */
  output(): string
  /** SIGTERM, then waits; removes the data folder unless it was given. */
  stop(): Promise<void>
}

const METRICS_TOKEN = 'metrics-token-of-a-system-under-test'

interface SystemOptions {
  readonly env?: Record<string, string>
  /** Reuses the data of an earlier system; a temporary folder when absent. */
  readonly dataDir?: string
}

/** Starts the real server as its own process, with its own embedded database unless DATABASE_URL is given. */
export const startSystem = async ({ env = {}, dataDir }: SystemOptions = {}): Promise<System> => {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'yunji-system-')))
  const child = spawn(process.execPath, [serverEntry()], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      // Stand-ins are off by default when a proxy is trusted, as many experiments do.
      YUNJI_EMBEDDED: '1',
      PORT: '0',
      YUNJI_CALLS_PER_MINUTE: '1000000',
      YUNJI_DATA_DIR: folder,
      YUNJI_METRICS_TOKEN: METRICS_TOKEN,
      // Phones take time to start, and most experiments need none.
      YUNJI_PHONES: 'none',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))

  let hasEnded = false
  child.once('close', () => (hasEnded = true))
  const stop = async (): Promise<void> => {
    await endProcess(child)
    if (!dataDir) await rm(folder, { recursive: true, force: true })
  }

  // No need to wait once the process has exited.
  const readOrGiveUp = () => (hasEnded ? null : readAddress(output))
  const url = await eventually(readOrGiveUp, { deadlineMs: START_DEADLINE_MS }).catch(() => null)
  if (url === null) {
    await stop()
    throw new Error(`the server has not started (exit code ${child.exitCode}):\n${output}`)
  }
  return {
    url,
    port: Number(new URL(url).port),
    dataDir: folder,
    process: child,
    readMetrics: async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      return (await fetch(`${url}/metrics`, { headers })).text()
    },
    output: () => output,
    stop,
  }
}

const ADDRESS = /open\s+(https?:\/\/localhost:\d+)\//

const readAddress = (output: string): string => {
  const address = ADDRESS.exec(output)?.[1]
  if (address) return address
  throw new Error('no address yet')
}

const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
  await ended
  clearTimeout(deadline)
}
