import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, lchown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { USER } from './connection.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Place } from './location.ts'
import { programEnv, spawnIdentity } from './run-as.ts'

/** The password of the data folder, made once. */
export async function readPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept !== '') return kept
  const made = randomBytes(24).toString('base64url')
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return made
}

export const hasCluster = (place: Place) =>
  access(path.join(place.cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  )

const HALF = '.half-'

/**
 * Makes the cluster beside its place and renames it there when it is whole: a start that was killed half-way leaves
 * nothing that looks like a database.
 */
export async function initialiseCluster(place: Place, password: string, durable: boolean): Promise<void> {
  await removeHalves(place)
  const half = await mkdtemp(`${place.cluster}${HALF}`)
  const passwordFile = `${half}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (place.runAs.uid !== undefined) {
    for (const entry of [half, passwordFile]) await lchown(entry, place.runAs.uid, place.runAs.uid)
  }
  try {
    await runInitdb(place, half, passwordFile, durable)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(half, place.cluster)
}

/** The `initdb` of a start that was killed may still be writing; what it leaves goes at the next first start. */
async function removeHalves(place: Place): Promise<void> {
  const folder = path.dirname(place.cluster)
  const halves = (await readdir(folder)).filter((name) => name.startsWith(`${path.basename(place.cluster)}${HALF}`))
  for (const name of halves) await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {})
}

async function runInitdb(place: Place, folder: string, passwordFile: string, durable: boolean): Promise<void> {
  const [file = '', ...args] = [
    ...place.runAs.prefix,
    path.join(place.native, 'bin', 'initdb'),
    `--pgdata=${folder}`,
    `--username=${USER}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8 sorts the same on every machine; the system's libraries do not.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  await promisify(execFile)(file, args, { ...spawnIdentity(place.runAs), cwd: '/', env: programEnv() }).catch(
    (error: Error & { stderr?: string }) => {
      const lines = error.stderr?.trim().split('\n') ?? []
      // Its last line says what it removes, the one before why.
      const reason = lines.find((line) => /\b(?:error|FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? error.message
      throw new EmbeddedPostgresError(`The database could not be created: ${reason}`, { cause: error })
    },
  )
}
