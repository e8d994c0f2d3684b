import { mkdir, realpath } from 'node:fs/promises'
import { findBinaries } from './binaries.ts'
import { readPassword } from './cluster.ts'
import { urlOf } from './connection.ts'
import { ensureDatabase } from './databases.ts'
import { type LaunchContext, launch } from './launch.ts'
import { chooseLocation, findCluster } from './location.ts'
import { acquireOwnerLock } from './owner-lock.ts'
import { findPostmaster } from './postmaster-file.ts'
import { supervise } from './supervisor.ts'

export { createDatabase, dropDatabase } from './databases.ts'
export { EmbeddedPostgresError } from './errors.ts'

export interface EmbeddedPostgres {
  /** Unchanged until `stop()`, also across restarts of the database process. */
  readonly url: string
  readonly dataDir: string
  /** Undefined while the database is being restarted. */
  pid(): number | undefined
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  onLog?: (line: string) => void
  onProgress?: (text: string) => void
  /** Further server settings, such as `max_connections`. */
  settings?: Record<string, string>
}

const DATABASE = 'yunji'
/** Time for a server that is shutting down to release the folder. */
const LOCK_WAIT_MS = 5000

/** Starts the database of a folder, or adopts a running one, and restarts it until `stop()`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = await acquireOwnerLock(dataDir, LOCK_WAIT_MS)
  try {
    const supervised = await startSupervised({ ...options, dataDir })
    return {
      url: supervised.url,
      dataDir,
      pid: supervised.pid,
      stop: async () => {
        await supervised.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** URL of the database that another process runs in this folder; undefined when none does. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined)
  if (folder === undefined) return undefined
  const running = await findPostmaster(await findCluster(folder))
  if (!running?.port) return undefined
  return urlOf({ port: running.port, password: await readPassword(folder) }, DATABASE)
}

async function startSupervised({ dataDir, settings = {}, ...options }: EmbeddedPostgresOptions) {
  const { onLog = () => {}, onProgress = () => {} } = options
  const native = await findBinaries()
  const location = await chooseLocation(dataDir, native)
  const password = await readPassword(dataDir)
  const context: LaunchContext = {
    location,
    password,
    dataDir,
    settings,
    onLog,
    onProgress,
    onProcess: () => {},
    isStopping: () => false,
  }
  const first = await launch(context)
  const supervisor = supervise({
    first,
    relaunch: (onProcess, isStopping) => launch({ ...context, port: first.port, onProcess, isStopping }),
    onLog,
  })
  const url = urlOf({ port: first.port, password }, DATABASE)
  await ensureDatabase({ url }, DATABASE)
  return { url, ...supervisor }
}
