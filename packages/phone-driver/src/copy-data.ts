import { PhoneError } from './errors.ts'
import type { Phone, Progress } from './types.ts'

interface CopyOptions {
  readonly signal?: AbortSignal
  /** Bytes of apps and data that have arrived. */
  readonly onProgress?: Progress
}

/**
 * Copies the apps of one phone to another with their data and the shared storage, and compares: as many bytes
 * arrived as were read, every APK has its hash, and every app is there in its version. The source keeps everything; the target has all of it, or
 * what it had before.
 */
export async function copyData(source: Phone, target: Phone, options: CopyOptions = {}): Promise<void> {
  const { signal } = options
  const backup = await source.createBackup({ ...(signal && { signal }), isHashed: false })
  const { plan } = backup
  if (plan.appData !== 'included') {
    backup.body.destroy()
    throw new PhoneError('unsupported', 'the data of apps cannot be read without root')
  }
  const restored = await target.restoreBackup(backup.body, plan, { ...options, isHashed: false })
  const { sizeBytes } = await backup.finished
  if (restored.sizeBytes !== sizeBytes)
    throw new PhoneError('commandFailed', 'the data arrived differently than it was read')
  const installed = new Map((await target.listApps()).map((app) => [app.packageName, app.versionCode]))
  const skipped = new Set(restored.skippedPackages.map(({ packageName }) => packageName))
  const lost = plan.apps.find(
    (app) => installed.get(app.packageName) !== app.versionCode || skipped.has(app.packageName),
  )
  if (lost) throw new PhoneError('commandFailed', `an app did not arrive: ${lost.packageName}`)
}
