import { hasCluster, initialiseCluster } from './cluster.ts'
import { isReady } from './connection.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { ClusterLocation } from './location.ts'
import { choosePort } from './port.ts'
import { endPostmaster, type Postmaster, spawnPostmaster, watchPostmaster } from './postmaster.ts'
import { findPostmaster } from './postmaster-file.ts'
import { killOrphanedBackends } from './process-table.ts'
import { pause } from './wait.ts'

export interface LaunchContext {
  location: ClusterLocation
  password: string
  /** Set on a restart, so that the URL stays the same. */
  port?: number
  dataDir: string
  settings: Readonly<Record<string, string>>
  onLog: (line: string) => void
  onProgress: (text: string) => void
  /** Called as soon as a process exists, so that `stop()` can end one that is not ready yet. */
  onProcess: (postmaster: Postmaster) => void
  isStopping: () => boolean
}

export interface Launched {
  postmaster: Postmaster
  port: number
}

const READY_WITHIN_MS = 120_000 // crash recovery replays the WAL first
const MAX_ATTEMPTS = 20

/** Adopts the postmaster of this cluster when one runs, otherwise starts one. */
export async function launch(context: LaunchContext): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const launched = (await adopt(context)) ?? (await start(context))
    if (typeof launched !== 'string') return launched
    if (attempt === MAX_ATTEMPTS || !isTransient(launched) || context.isStopping()) {
      throw new EmbeddedPostgresError(`The database did not start: ${reasonIn(launched)}`)
    }
    if (launched.includes('still in use')) await killOrphanedBackends(context.location.cluster)
    await pause(attempt * 50)
  }
}

async function adopt(context: LaunchContext): Promise<Launched | undefined> {
  const found = await findPostmaster(context.location.cluster)
  if (!found) return undefined
  context.onProgress('Taking over the database that is still running')
  const postmaster = watchPostmaster(found.pid)
  context.onProcess(postmaster)
  const { port } = found
  // Without a port it is still starting; the next attempt reads the file again.
  if (port === undefined) return undefined
  if (await becomesReady(context, postmaster, port)) return { postmaster, port }
  return undefined
}

async function start(context: LaunchContext): Promise<Launched | string> {
  const { location, password, settings, onProgress } = context
  if (!(await hasCluster(location))) {
    onProgress('Creating the database')
    await initialiseCluster(location, password, settings.fsync !== 'off')
  }
  const port = context.port ?? (await choosePort(context.dataDir))
  onProgress('Starting the database')
  const postmaster = spawnPostmaster(location, serverSettings(port, settings), context.onLog)
  context.onProcess(postmaster)
  if (await becomesReady(context, postmaster, port)) return { postmaster, port }
  if (!postmaster.hasExited()) await endPostmaster(postmaster)
  return postmaster.lastLogLines()
}

async function becomesReady(context: LaunchContext, postmaster: Postmaster, port: number): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS
  while (!postmaster.hasExited() && performance.now() < end) {
    if (await isReady({ port, password: context.password })) return true
    await pause(30)
  }
  return false
}

const serverSettings = (port: number, settings: Readonly<Record<string, string>>) => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // their paths have a length limit that a deep project folder exceeds
  timezone: 'UTC',
  log_timezone: 'UTC',
  ...settings,
  port: String(port),
})

/** The port was taken, or the last postmaster has not quite exited. */
const isTransient = (words: string) =>
  /Address already in use|still in use|lock file .* already exists|could not bind/.test(words)

const reasonIn = (words: string) =>
  words
    .split('\n')
    .findLast((line) => /FATAL|PANIC|error/i.test(line))
    ?.replace(/^.*(FATAL|PANIC): +/, '') ??
  (words.trim().split('\n').at(-1) || 'it ended without a word')
