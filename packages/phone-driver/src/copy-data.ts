import { PhoneError } from './errors.ts'
import type { Phone, Progress } from './types.ts'

interface CopyOptions {
  readonly signal?: AbortSignal
  /** Bytes of apps and data that have arrived. */
  readonly onProgress?: Progress
}

/**
 * Copies the apps of one phone to another with their data and the shared storage, and compares: what arrived is what was
 * read, to the last byte, and every app is there in its version. The source keeps everything. A copy that was interrupted
 * is repeated over what is there.
 */
export async function copyData(source: Phone, target: Phone, { signal, onProgress }: CopyOptions = {}): Promise<void> {
  let doneBytes = 0
  const arrived = (bytes: number): void => onProgress?.((doneBytes += bytes))
  const apps = (await source.listApps()).filter(({ isSystem }) => !isSystem)
  const arrivedBefore = await versionsOn(target)
  for (const { packageName, versionCode } of apps) {
    signal?.throwIfAborted()
    if (arrivedBefore.get(packageName) === versionCode) continue
    const parts = await source.readPackage(packageName)
    await target.installParts(parts, signal)
    for (const { sizeBytes } of parts) arrived(sizeBytes)
  }
  signal?.throwIfAborted()
  const archive = await source.createArchive()
  const restored = await target.extractArchive(counted(archive.body, arrived, signal))
  const { sha256, contents } = await archive.finished
  if (restored.sha256 !== sha256) throw new PhoneError('commandFailed', 'the data arrived differently than it was read')
  if (contents.appData !== 'included')
    throw new PhoneError('unsupported', 'the data of apps cannot be read without root')
  const installed = await versionsOn(target)
  const isLost = apps.some(({ packageName, versionCode }) => installed.get(packageName) !== versionCode)
  const skipped = new Set(restored.skippedPackages)
  if (isLost || apps.some(({ packageName }) => skipped.has(packageName)))
    throw new PhoneError('commandFailed', 'an app did not arrive')
}

const versionsOn = async (phone: Phone): Promise<Map<string, number>> =>
  new Map((await phone.listApps()).map(({ packageName, versionCode }) => [packageName, versionCode]))

async function* counted(
  body: AsyncIterable<Uint8Array>,
  arrived: (bytes: number) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    signal?.throwIfAborted()
    yield chunk
    arrived(chunk.length)
  }
}
