import { createHash } from 'node:crypto'
import { type ArchiveComplaints, judgeTar } from './archive-complaints.ts'
import { PhoneError } from './errors.ts'
import { listOwnPackages } from './leftovers.ts'
import type { Connection } from './link/connection.ts'
import type { Link } from './link/link.ts'
import type { Clock, Operation } from './operation.ts'
import { type AsRoot, obtainRoot } from './root.ts'
import { readAll, runOrThrow, spawn } from './shell.ts'
import { toReadable } from './streams.ts'
import { encodeTarMember, TAR_END, TarMembers } from './tar-members.ts'
import type { ArchiveContents, ArchiveStream, ArchiveTransfer } from './types.ts'

/** Counted from the last chunk. */
export const STALL_TIMEOUT_MS = 60_000
const PREPARE_TIMEOUT_MS = 120_000
/** Not `/sdcard`, which is a symbolic link: tar would archive the link itself. */
export const SHARED_STORAGE = 'storage/emulated/0'
/** Data of apps, readable by root only. */
export const APP_DATA = 'data/data'
/** Member at the end that says what the archive holds; a restore reads it and writes it nowhere. */
export const CONTENTS_MEMBER = 'yunji-archive.json'
const CACHES = ['cache', 'code_cache']
/** A database that changes during this many copies is called changed. */
const PASSES = 3
const STOP_APPS = 'for name; do am force-stop "$name" || exit 1; done'
const HASH_DATABASES = `cd / && for file in ${APP_DATA}/*/databases/*; do if [ -f "$file" ]; then md5sum "$file"; fi; done`
/** Per run of tar; more is a phone that does not stand still. */
const MAX_SHORT_FILES = 20
const SIDECAR = /-(?:wal|shm|journal)$/

/** Content hash of every database, by path. */
type Databases = ReadonlyMap<string, string>

/**
 * Streams a tar of shared storage and, where root is to be had, the apps' data. Installed apps are stopped first: Android
 * starts a stopped app again only when somebody opens it, so that its databases are whole together with their journals.
 * Built-in apps run on; their databases are compared before and after, and copied again when they have changed.
 */
export async function createArchive(connection: Connection, clock: Clock): Promise<ArchiveStream> {
  const { link, asRoot } = await obtainRoot(connection, clock)
  const operation = link.begin('archiving', STALL_TIMEOUT_MS)
  const hash = createHash('sha256')
  let sizeBytes = 0
  const finished = Promise.withResolvers<ArchiveTransfer>()
  finished.promise.catch(() => {}) // the body rejects with the same error
  const copy = new ArchiveCopy(link, operation, asRoot)
  const chunks = copy.run()

  const read = async () => {
    const { done, value } = await chunks.next()
    if (done) {
      finished.resolve({ sizeBytes, sha256: hash.digest('hex'), contents: value })
      return { done }
    }
    hash.update(value)
    sizeBytes += value.length
    return { done: false, value }
  }
  const explain = (error: unknown): Error => {
    const reason =
      error instanceof PhoneError ? error : new PhoneError('commandFailed', String(error), { cause: error })
    finished.reject(reason)
    return reason
  }
  const stop = () => {
    operation.end()
    copy.stop()
    finished.reject(new PhoneError('lost', 'the archive was not read to its end'))
  }
  return { body: await toReadable(read, operation, stop, explain), finished: finished.promise }
}

export async function stopApps(link: Link): Promise<void> {
  await runOrThrow(link, ['sh', '-c', STOP_APPS, 'sh', ...(await listOwnPackages(link))], PREPARE_TIMEOUT_MS)
}

/** Names are patterns to tar. */
const escapePattern = (name: string): string => name.replaceAll(/[\\*?[\]]/g, '\\$&')

class ArchiveCopy {
  readonly #link: Link
  readonly #operation: Operation
  readonly #asRoot: AsRoot | null
  readonly #complaints: ArchiveComplaints = { sockets: 0, vanished: [], changed: [] }
  #kill = () => {}

  constructor(link: Link, operation: Operation, asRoot: AsRoot | null) {
    this.#link = link
    this.#operation = operation
    this.#asRoot = asRoot
  }

  stop(): void {
    this.#kill()
  }

  async *run(): AsyncGenerator<Uint8Array, ArchiveContents> {
    const packages = this.#asRoot ? await this.#unhurried(this.#prepareApps(this.#asRoot)) : []
    const unsettled = this.#asRoot ? yield* this.#copyAll(this.#asRoot, packages) : yield* this.#copyShared()
    const { sockets, vanished, changed } = this.#complaints
    const contents: ArchiveContents = {
      appData: this.#asRoot ? 'included' : 'noRoot',
      packages,
      leftOut: { caches: CACHES, sockets, vanished },
      changed: [...new Set([...changed, ...unsettled])],
    }
    yield encodeTarMember(CONTENTS_MEMBER, Buffer.from(JSON.stringify({ version: 1, ...contents })))
    yield TAR_END
    return contents
  }

  async *#copyShared(): AsyncGenerator<Uint8Array, string[]> {
    yield* this.#copy([SHARED_STORAGE], [])
    return []
  }

  /** Databases that never stood still. */
  async *#copyAll(asRoot: AsRoot, packages: readonly string[]): AsyncGenerator<Uint8Array, string[]> {
    const caches = packages.flatMap((name) => [
      ...CACHES.map((cache) => `${APP_DATA}/${name}/${cache}`),
      `${SHARED_STORAGE}/Android/data/${name}/cache`,
    ])
    let before = await this.#unhurried(this.#hashDatabases(asRoot))
    let folders = [SHARED_STORAGE, APP_DATA]
    for (let pass = 1; ; pass += 1) {
      yield* this.#copy(folders, caches)
      const after = await this.#unhurried(this.#hashDatabases(asRoot))
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (file) => before.get(file) !== after.get(file),
      )
      if (changed.length === 0 || pass === PASSES) return changed
      // A journal that is gone must not be restored beside the database that it has gone into.
      const gone = changed.filter((file) => SIDECAR.test(file) && !after.has(file))
      for (const file of gone) yield encodeTarMember(file, new Uint8Array())
      folders = [...new Set(changed.map((file) => file.slice(0, file.lastIndexOf('/'))))]
      before = after
    }
  }

  async #prepareApps(asRoot: AsRoot): Promise<string[]> {
    await stopApps(this.#link)
    const names = await runOrThrow(this.#link, asRoot(['ls', '-A', `/${APP_DATA}`]))
    return names.split('\n').filter((name) => name !== '')
  }

  async #hashDatabases(asRoot: AsRoot): Promise<Databases> {
    const text = await runOrThrow(this.#link, asRoot(['sh', '-c', HASH_DATABASES]), PREPARE_TIMEOUT_MS)
    const lines = text.split('\n').flatMap((line) => {
      const [, hash = '', file = ''] = /^([0-9a-f]{32}) {2}(.+)$/.exec(line) ?? []
      return file === '' || file.endsWith('-shm') ? [] : [[file, hash] as const]
    })
    return new Map(lines)
  }

  /**
   * Members of one tar of the phone, without its end. Toybox's ends at a file that became shorter: the file is filled up
   * with zeros and named, and the next run goes on behind what is there already.
   */
  async *#copy(folders: readonly string[], excluded: readonly string[]): AsyncGenerator<Uint8Array> {
    const copied = new Set<string>()
    const short: string[] = []
    for (;;) {
      const name = yield* this.#copyUntilShort(folders, [...excluded, ...short.map(escapePattern)], copied)
      if (name === null) break
      short.push(name)
      if (short.length > MAX_SHORT_FILES)
        throw new PhoneError('commandFailed', 'too many files change while they are copied')
    }
    this.#complaints.changed.push(...short)
    const missing = folders.find((folder) => !copied.has(`${folder}/`))
    if (missing !== undefined) throw new PhoneError('commandFailed', `the phone does not read /${missing}`)
  }

  /** The name of the file that tar has ended at; null at the end. */
  async *#copyUntilShort(
    folders: readonly string[],
    excluded: readonly string[],
    copied: Set<string>,
  ): AsyncGenerator<Uint8Array, string | null> {
    const argv = ['tar', '-c', '-C', '/', '-f', '-', ...excluded.map((name) => `--exclude=${name}`), ...folders]
    const process = await spawn(this.#link, this.#asRoot ? this.#asRoot(argv) : argv, this.#operation)
    this.#kill = () => void Promise.resolve(process.kill()).catch(() => {})
    const stderr = readAll(process.stderr)
    const members = new TarMembers((name) => !copied.has(name) && Boolean(copied.add(name)))
    const reader = process.stdout.getReader()
    for (let chunk = await reader.read(); chunk.value; chunk = await reader.read()) yield* members.push(chunk.value)
    const exitCode = await process.exited
    this.#kill = () => {}
    const found: ArchiveComplaints = { sockets: 0, vanished: [], changed: [] }
    const isShort = judgeTar(exitCode, (await stderr).toString(), found)
    // The next run meets the same sockets.
    if (!isShort) this.#complaints.sockets += found.sockets
    this.#complaints.vanished.push(...found.vanished)
    this.#complaints.changed.push(...found.changed)
    if (members.hasEnded && !isShort) return null
    const broken = isShort ? members.complete() : null
    if (!broken) throw new PhoneError('commandFailed', 'the archive of the phone breaks off')
    yield broken.zeros
    return broken.name
  }

  /** A command with a deadline of its own, amid a stream that counts from chunk to chunk. */
  async #unhurried<Result>(work: Promise<Result>): Promise<Result> {
    this.#operation.pause()
    try {
      return await work
    } finally {
      this.#operation.renew()
    }
  }
}
