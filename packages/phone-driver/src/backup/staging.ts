import { createHash, type Hash } from 'node:crypto'
import { STALL_TIMEOUT_MS } from '../archive.ts'
import { createSession, openPart, type PartWriter } from '../install/install.ts'
import type { Link } from '../link/link.ts'
import type { Operation } from '../operation.ts'
import type { AsRoot, RootedLink } from '../root.ts'
import { commandError, readAll, spawn } from '../shell.ts'
import { sendBytes } from '../streams.ts'
import { TAR_END, type TarMember, TarMembers, type TarPiece } from '../tar-members.ts'
import type { BackupPlan, Bytes, RestoreOptions, Transfer } from '../types.ts'
import { bad, type Destination, RestoreJudge } from './restore-judge.ts'
import type { RestoreSite } from './restore-site.ts'

/** Each write waits for its acknowledgement, so small members are collected. */
const WRITE_BYTES = 256 * 1024
/** Areas alternate a few times in a phone's own archive. */
const PROCESSES_MAX = 1000

interface Wanted {
  readonly plan: BackupPlan
  /** Packages to install. */
  readonly installed: ReadonlySet<string>
  /** Packages whose data is restored. */
  readonly restored: ReadonlySet<string>
}

export interface StagedBackup extends Transfer {
  /** Install sessions by package, not yet committed. */
  readonly sessions: ReadonlyMap<string, string>
}

/**
 * Writes a backup to the staging folders and install sessions of a phone. Nothing that the phone had is touched: a backup
 * that is refused or breaks off leaves staged files only.
 */
export async function stageBackup(
  rooted: RootedLink,
  site: RestoreSite,
  tar: Bytes,
  wanted: Wanted,
  { sizeBytes, signal, onProgress, isHashed }: RestoreOptions,
): Promise<StagedBackup> {
  const operation = rooted.link.begin('restoring a backup', STALL_TIMEOUT_MS)
  const staging = new Staging(rooted, site, wanted, operation)
  const members = new TarMembers((member) => staging.keeps(member))
  let doneBytes = 0
  try {
    const write = async (stream: AsyncIterable<Uint8Array>): Promise<void> => {
      for await (const chunk of stream) {
        signal?.throwIfAborted()
        doneBytes += chunk.length
        if (sizeBytes !== undefined && doneBytes > sizeBytes) throw bad('it is longer than announced')
        for (const piece of members.push(chunk)) await staging.write(piece)
        operation.renew()
      }
      if (!members.hasEnded) throw bad('it breaks off')
      await staging.end()
    }
    const transfer = await sendBytes(tar, operation, onProgress, write, isHashed)
    if (sizeBytes !== undefined && transfer.sizeBytes !== sizeBytes) throw bad('it is shorter than announced')
    return { ...transfer, sessions: staging.sessions }
  } finally {
    staging.close()
    operation.end()
  }
}

class Staging {
  readonly sessions = new Map<string, string>()
  readonly #rooted: RootedLink
  readonly #site: RestoreSite
  readonly #wanted: Wanted
  readonly #operation: Operation
  readonly #judge: RestoreJudge
  readonly #destinations = new WeakMap<TarMember, Destination>()
  readonly #hashes = new Map<string, string>()
  readonly #contents: Uint8Array[] = []
  #processes = 0
  #process: { readonly area: string; readonly tar: TarProcess } | null = null
  #part: ArrivingPart | null = null

  constructor(rooted: RootedLink, site: RestoreSite, wanted: Wanted, operation: Operation) {
    this.#rooted = rooted
    this.#site = site
    this.#wanted = wanted
    this.#operation = operation
    this.#judge = new RestoreJudge(wanted.plan, wanted.restored)
  }

  keeps(member: TarMember): boolean {
    const destination = this.#judge.judge(member)
    this.#destinations.set(member, destination)
    return destination.kind !== 'nowhere'
  }

  async write(piece: TarPiece): Promise<void> {
    const destination = this.#destinations.get(piece.member)
    if (piece.isHeader) await this.#endPart()
    if (destination?.kind === 'area') return this.#writeData(destination.area, piece.bytes)
    if (destination?.kind === 'apk') return this.#writeApk(destination, piece)
    if (destination?.kind === 'contents' && !piece.isHeader) this.#contents.push(Buffer.from(piece.bytes))
  }

  async end(): Promise<void> {
    await this.#endPart()
    await this.#process?.tar.end()
    this.#process = null
    this.#judge.assertComplete()
    this.#assertHashes()
  }

  close(): void {
    this.#part?.writer?.close()
    this.#process?.tar.kill()
  }

  async #writeData(area: string, bytes: Uint8Array): Promise<void> {
    if (this.#process?.area !== area) {
      await this.#process?.tar.end()
      this.#process = null
      this.#processes += 1
      if (this.#processes > PROCESSES_MAX) throw bad('its members are in disorder')
      this.#process = { area, tar: await this.#startTar(area) }
    }
    await this.#process.tar.write(bytes)
  }

  async #startTar(area: string): Promise<TarProcess> {
    const found = this.#site.areas.find(({ name }) => name === area)
    if (!found) throw bad(`there is no place for ${area}`)
    const { link, asRoot } = this.#rooted
    const folder = await this.#site.makeStagingFolder(found)
    return TarProcess.start(link, asRoot, folder, this.#operation)
  }

  async #writeApk({ packageName, part }: Destination & { kind: 'apk' }, { isHeader, member, bytes }: TarPiece) {
    if (isHeader) {
      const writer = this.#wanted.installed.has(packageName)
        ? await this.#openPart(packageName, part, member.sizeBytes)
        : null
      this.#part = { name: member.name, writer, hash: createHash('sha256'), leftBytes: member.sizeBytes }
      return
    }
    if (!this.#part) return
    // A part that is refused may be written still when the next chunk is asked for.
    const content = Buffer.from(bytes.subarray(0, this.#part.leftBytes))
    this.#part.leftBytes -= content.length
    this.#part.hash.update(content)
    await this.#part.writer?.write(content)
  }

  async #openPart(packageName: string, part: string, sizeBytes: number): Promise<PartWriter> {
    const { link } = this.#rooted
    const parts = this.#wanted.plan.apps.find((app) => app.packageName === packageName)?.parts ?? []
    const known = this.sessions.get(packageName)
    const id =
      known ??
      (await createSession(
        link,
        parts.reduce((sum, each) => sum + each.sizeBytes, 0),
      ))
    if (known === undefined) await this.#site.append('sessions', id)
    this.sessions.set(packageName, id)
    return openPart(link, this.#operation, id, `${part}.apk`, sizeBytes)
  }

  async #endPart(): Promise<void> {
    const part = this.#part
    this.#part = null
    if (!part) return
    this.#hashes.set(part.name, part.hash.digest('hex'))
    await part.writer?.end()
    part.writer?.close()
  }

  /** The list at the end of the archive names the hash of each APK. */
  #assertHashes(): void {
    const listed = readHashes(Buffer.concat(this.#contents).toString().replace(/\0+$/, ''))
    for (const [name, sha256] of this.#hashes)
      if (listed.get(name) !== sha256) throw bad(`${name} is not what was copied`)
  }
}

interface ArrivingPart {
  readonly name: string
  readonly writer: PartWriter | null
  readonly hash: Hash
  leftBytes: number
}

function readHashes(text: string): ReadonlyMap<string, string> {
  try {
    const { apps } = JSON.parse(text) as {
      apps: readonly { packageName: string; parts: readonly { name: string; sha256: string }[] }[]
    }
    return new Map(
      apps.flatMap(({ packageName, parts }) =>
        parts.map(({ name, sha256 }) => [`apps/${packageName}/${name}.apk`, sha256]),
      ),
    )
  } catch {
    throw bad('its list of contents is no list')
  }
}

/** A tar on the phone that extracts what is written to it. */
class TarProcess {
  readonly #process: Awaited<ReturnType<typeof spawn>>
  readonly #operation: Operation
  readonly #writer
  readonly #output: Promise<readonly [Buffer, Buffer, number]>
  readonly #hasEnded: Promise<boolean>
  #block = Buffer.allocUnsafeSlow(WRITE_BYTES)
  #filledBytes = 0

  private constructor(process: Awaited<ReturnType<typeof spawn>>, operation: Operation) {
    this.#process = process
    this.#operation = operation
    this.#writer = process.stdin.getWriter()
    this.#output = Promise.all([readAll(process.stdout), readAll(process.stderr), process.exited])
    this.#hasEnded = this.#output.then(
      () => true,
      () => true,
    )
  }

  static async start(link: Link, asRoot: AsRoot | null, folder: string, operation: Operation): Promise<TarProcess> {
    const argv = ['tar', '-x', '-o', '-C', folder, '-f', '-']
    return new TarProcess(await spawn(link, asRoot ? asRoot(argv) : argv, operation), operation)
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.subarray(at, at + WRITE_BYTES - this.#filledBytes)
      this.#block.set(taken, this.#filledBytes)
      this.#filledBytes += taken.length
      at += taken.length
      if (this.#filledBytes === WRITE_BYTES) await this.#flush()
    }
  }

  async end(): Promise<void> {
    await this.write(TAR_END)
    await this.#flush()
    await this.#operation.race(Promise.race([this.#hasEnded, this.#writer.close()]))
    await this.#assertSuccess()
  }

  kill(): void {
    void Promise.resolve(this.#process.kill()).catch(() => {})
  }

  /** tar may exit before it has read everything; its exit code and stderr say why. */
  async #flush(): Promise<void> {
    if (this.#filledBytes === 0) return
    const bytes = this.#block.subarray(0, this.#filledBytes)
    this.#block = Buffer.allocUnsafeSlow(WRITE_BYTES)
    this.#filledBytes = 0
    const written = this.#writer.write(bytes).then(
      () => false,
      () => true,
    )
    const isRefused = await this.#operation.race(Promise.race([this.#hasEnded, written]))
    if (isRefused) await this.#assertSuccess()
  }

  async #assertSuccess(): Promise<void> {
    const [stdout, stderr, exitCode] = await this.#operation.race(this.#output)
    if (exitCode !== 0)
      throw commandError(['tar', '-x'], { exitCode, stdout: stdout.toString(), stderr: stderr.toString() })
  }
}
