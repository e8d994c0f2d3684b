import { type ArchiveComplaints, judgeTar } from './archive-complaints.ts'
import { APP_DATA, PACKAGE_FOLDERS, SHARED_STORAGE, STAGING } from './backup/places.ts'
import { findRefusal } from './backup/tar-rules.ts'
import { PhoneError } from './errors.ts'
import { listOwnPackages } from './leftovers.ts'
import type { Link } from './link/link.ts'
import type { Operation } from './operation.ts'
import type { AsRoot } from './root.ts'
import { readAll, runOrThrow, spawn } from './shell.ts'
import { encodeTarMember, type TarMember, TarMembers } from './tar-members.ts'
import type { ArchiveContents } from './types.ts'

/** Counted from the last chunk. */
export const STALL_TIMEOUT_MS = 60_000
const PREPARE_TIMEOUT_MS = 120_000
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

export async function stopApps(link: Link): Promise<void> {
  await runOrThrow(link, ['sh', '-c', STOP_APPS, 'sh', ...(await listOwnPackages(link))], PREPARE_TIMEOUT_MS)
}

/** Names are patterns to tar. */
const escapePattern = (name: string): string => name.replaceAll(/[\\*?[\]]/g, '\\$&')

/** Packages of a backup and, of those on the phone, the others. */
export interface ChosenPackages {
  readonly packages: readonly string[]
  readonly leftOut: readonly string[]
}

/**
 * Tar of shared storage and, where root is to be had, the apps' data. Installed apps are stopped before: Android starts a
 * stopped app again only when somebody opens it, so that its databases are whole together with their journals. Built-in
 * apps run on; their databases are compared before and after, and copied again when they have changed.
 */
export class ArchiveCopy {
  readonly #link: Link
  readonly #operation: Operation
  readonly #asRoot: AsRoot | null
  readonly #chosen: ChosenPackages
  readonly #complaints: ArchiveComplaints = { sockets: 0, vanished: [], changed: [] }
  #links = 0
  #kill = () => {}

  constructor(link: Link, operation: Operation, asRoot: AsRoot | null, chosen: ChosenPackages) {
    this.#link = link
    this.#operation = operation
    this.#asRoot = asRoot
    this.#chosen = chosen
  }

  stop(): void {
    this.#kill()
  }

  /** Without the end of the archive. */
  async *run(): AsyncGenerator<Uint8Array, ArchiveContents> {
    const { packages } = this.#chosen
    const unsettled = this.#asRoot ? yield* this.#copyAll(this.#asRoot) : yield* this.#copyShared()
    const { sockets, vanished, changed } = this.#complaints
    return {
      appData: this.#asRoot ? 'included' : 'noRoot',
      packages,
      leftOut: { caches: CACHES, sockets, links: this.#links, vanished },
      changed: [...new Set([...changed, ...unsettled])],
    }
  }

  async *#copyShared(): AsyncGenerator<Uint8Array, string[]> {
    yield* this.#copy([SHARED_STORAGE], this.#excludedFolders())
    return []
  }

  #excludedFolders(): string[] {
    const folders = this.#chosen.leftOut.flatMap((name) =>
      PACKAGE_FOLDERS.map((folder) => `${SHARED_STORAGE}/Android/${folder}/${name}`),
    )
    return [
      `${SHARED_STORAGE}/${STAGING}`,
      ...PACKAGE_FOLDERS.map((folder) => `${SHARED_STORAGE}/Android/${folder}/${STAGING}`),
      ...folders,
    ].map(escapePattern)
  }

  /** Databases that never stood still. */
  async *#copyAll(asRoot: AsRoot): AsyncGenerator<Uint8Array, string[]> {
    const { packages } = this.#chosen
    const caches = packages.flatMap((name) => [
      ...CACHES.map((cache) => `${APP_DATA}/${name}/${cache}`),
      `${SHARED_STORAGE}/Android/data/${name}/cache`,
    ])
    const excluded = [...this.#excludedFolders(), ...caches.map(escapePattern)]
    let before = await this.#unhurried(this.#hashDatabases(asRoot))
    let folders = [SHARED_STORAGE, ...packages.map((name) => `${APP_DATA}/${name}`)]
    for (let pass = 1; ; pass += 1) {
      yield* this.#copy(folders, excluded)
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

  async #hashDatabases(asRoot: AsRoot): Promise<Databases> {
    const text = await runOrThrow(this.#link, asRoot(['sh', '-c', HASH_DATABASES]), PREPARE_TIMEOUT_MS)
    const chosen = new Set(this.#chosen.packages)
    const lines = text.split('\n').flatMap((line) => {
      const [, hash = '', file = ''] = /^([0-9a-f]{32}) {2}(.+)$/.exec(line) ?? []
      const isCopied = chosen.has(file.split('/')[2] ?? '')
      return file === '' || file.endsWith('-shm') || !isCopied ? [] : [[file, hash] as const]
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
    const members = new TarMembers((member) => this.#keeps(member, copied))
    const reader = process.stdout.getReader()
    for (let chunk = await reader.read(); chunk.value; chunk = await reader.read())
      for (const { bytes } of members.push(chunk.value)) yield bytes
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

  /** Once each, and nothing that a restore would refuse. */
  #keeps(member: TarMember, copied: Set<string>): boolean {
    if (copied.has(member.name)) return false
    copied.add(member.name)
    const refusal = findRefusal(member)
    if (refusal === 'link') this.#links += 1
    else if (refusal === 'special') this.#complaints.sockets += 1
    else if (refusal !== null)
      throw new PhoneError('commandFailed', `the phone has an impossible name: ${member.name.slice(0, 200)}`)
    return refusal === null
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
