import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, lchown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { USER } from './connection.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { ClusterLocation } from './location.ts'
import { programEnv, spawnIdentity } from './run-as.ts'

/** Created on first use. */
export async function readPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept !== '') return kept
  const made = randomBytes(24).toString('base64url')
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return made
}

export const hasCluster = (location: ClusterLocation) =>
  access(path.join(location.cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  )

const UNFINISHED = '.half-'

/**
 * Creates the cluster in a temporary folder and renames it when it is complete: a start killed half-way leaves nothing
 * that looks like a database.
 */
export async function initialiseCluster(location: ClusterLocation, password: string, durable: boolean): Promise<void> {
  await removeUnfinished(location)
  const unfinished = await mkdtemp(`${location.cluster}${UNFINISHED}`)
  const passwordFile = `${unfinished}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (location.runAs.uid !== undefined) {
    for (const entry of [unfinished, passwordFile]) await lchown(entry, location.runAs.uid, location.runAs.uid)
  }
  try {
    await runInitdb(location, unfinished, passwordFile, durable)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, location.cluster)
}

/** The `initdb` of a killed start may still be writing; its leftovers are removed by a later start. */
async function removeUnfinished(location: ClusterLocation): Promise<void> {
  const folder = path.dirname(location.cluster)
  const leftovers = (await readdir(folder)).filter((name) =>
    name.startsWith(`${path.basename(location.cluster)}${UNFINISHED}`),
  )
  for (const name of leftovers) await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {})
}

async function runInitdb(
  location: ClusterLocation,
  folder: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const [file = '', ...args] = [
    ...location.runAs.prefix,
    path.join(location.native, 'bin', 'initdb'),
    `--pgdata=${folder}`,
    `--username=${USER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    // The password is random: stretching it adds nothing, and would cost both sides milliseconds a connection.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8 sorts the same on every machine; the system's libraries do not.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  await promisify(execFile)(file, args, { ...spawnIdentity(location.runAs), cwd: '/', env: programEnv() }).catch(
    (error: Error & { stderr?: string }) => {
      const lines = error.stderr?.trim().split('\n') ?? []
      // The last line names the removed folder; the reason stands before it.
      const reason = lines.find((line) => /\b(?:error|FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? error.message
      throw new EmbeddedPostgresError(`The database could not be created: ${reason}`, { cause: error })
    },
  )
}
