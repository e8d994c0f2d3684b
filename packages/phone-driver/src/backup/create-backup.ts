import { createHash } from 'node:crypto'
import { ArchiveCopy, STALL_TIMEOUT_MS, stopApps } from '../archive.ts'
import { PhoneError } from '../errors.ts'
import type { Connection } from '../link/connection.ts'
import { type Clock, untilAborted } from '../operation.ts'
import { obtainRoot } from '../root.ts'
import { toReadable } from '../streams.ts'
import { encodeTarHeader, encodeTarMember, TAR_END, tarPadding } from '../tar-members.ts'
import type { BackupContents, BackupOptions, BackupStream, PackagePart, Transfer } from '../types.ts'
import { APPS_FOLDER, CONTENTS_MEMBER } from './places.ts'
import { type PhonePlan, planBackup } from './plan.ts'
import { recoverRestore } from './restore-backup.ts'

/**
 * Streams a tar: the APKs of the chosen apps, then shared storage and, where root is to be had, the apps' data. Its last
 * member says what is inside.
 */
export async function createBackup(
  connection: Connection,
  clock: Clock,
  options: BackupOptions = {},
): Promise<BackupStream> {
  const { signal, isHashed = true } = options
  // A restore that was interrupted has left a mixture.
  await recoverRestore(connection, clock)
  const rooted = await obtainRoot(connection, clock)
  const { link, asRoot } = rooted
  signal?.throwIfAborted()
  const planned = await planBackup(rooted, options)
  if (asRoot) await stopApps(link)
  const operation = link.begin('archiving', STALL_TIMEOUT_MS)
  const hash = isHashed ? createHash('sha256') : null
  let sizeBytes = 0
  const finished = Promise.withResolvers<Transfer & { readonly contents: BackupContents }>()
  finished.promise.catch(() => {}) // the body rejects with the same error
  const copy = new ArchiveCopy(link, operation, asRoot, planned.chosen)
  const chunks = readBackup(planned, copy)

  const read = async () => {
    const { done, value } = await (signal ? untilAborted(signal, chunks.next()) : chunks.next())
    if (done) {
      finished.resolve({ sizeBytes, sha256: hash?.digest('hex') ?? '', contents: value })
      return { done }
    }
    hash?.update(value)
    sizeBytes += value.length
    return { done: false, value }
  }
  const explain = (error: unknown): Error => {
    const isKnown = error instanceof PhoneError || (signal?.aborted === true && error instanceof Error)
    const reason = isKnown ? error : new PhoneError('commandFailed', String(error), { cause: error })
    finished.reject(reason)
    return reason
  }
  const stop = () => {
    operation.end()
    copy.stop()
    finished.reject(new PhoneError('lost', 'the backup was not read to its end'))
  }
  return { plan: planned.plan, body: await toReadable(read, operation, stop, explain), finished: finished.promise }
}

async function* readBackup({ plan, apps }: PhonePlan, copy: ArchiveCopy): AsyncGenerator<Uint8Array, BackupContents> {
  const copied: BackupContents['apps'][number][] = []
  for (const { app, sources } of apps) {
    const parts = []
    for (const [index, { name, sizeBytes }] of app.parts.entries()) {
      yield encodeTarHeader(`${APPS_FOLDER}/${app.packageName}/${name}.apk`, sizeBytes)
      const sha256 = yield* readPart(sources[index])
      yield tarPadding(sizeBytes)
      parts.push({ name, sizeBytes, sha256 })
    }
    copied.push({ ...app, parts })
  }
  const contents = { ...plan, ...(yield* copy.run()), apps: copied }
  yield encodeTarMember(CONTENTS_MEMBER, Buffer.from(JSON.stringify({ version: 2, ...contents })))
  // A copy: whoever receives a chunk may free it.
  yield TAR_END.slice()
  return contents
}

/** The SHA-256; an APK of another length than announced would shift all that follows. */
async function* readPart(source: PackagePart | undefined): AsyncGenerator<Uint8Array, string> {
  const hash = createHash('sha256')
  let leftBytes = source?.sizeBytes ?? 0
  for await (const chunk of source?.open() ?? []) {
    leftBytes -= chunk.length
    if (leftBytes < 0) break
    hash.update(chunk)
    yield chunk
  }
  if (leftBytes !== 0) throw new PhoneError('commandFailed', 'an app changed while it was copied')
  return hash.digest('hex')
}
