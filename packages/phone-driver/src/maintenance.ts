import { listPackageNames, uninstall } from './apps.ts'
import { PhoneError } from './errors.ts'
import { listFiles } from './files.ts'
import type { Link } from './link/link.ts'
import { commandError, run, runOrThrow } from './shell.ts'
import type { CleanupResult } from './types.ts'

const STEP_TIMEOUT_MS = 60_000
const SHARED_STORAGE = '/sdcard'
/** Folders that apps expect on shared storage. */
const SHARED_FOLDERS = ['Alarms', 'DCIM', 'Documents', 'Download', 'Movies', 'Music', 'Pictures', 'Ringtones']
/** More than any phone has, so that every cache must go. */
const ALL_BYTES = '1000000000000000'
/** Packages that adb and the screen depend on. */
const NEVER_CLEARED = new Set([
  'android',
  'com.android.providers.settings',
  'com.android.shell',
  'com.android.systemui',
])
/** Each `pm` starts a process, and phones have several cores. */
const CONCURRENCY = 4

export const freeMemory = (link: Link): Promise<CleanupResult> =>
  measureFreed(
    () => availableMemoryBytes(link),
    () => runOrThrow(link, ['am', 'kill-all'], STEP_TIMEOUT_MS),
  )

export const clearCaches = (link: Link): Promise<CleanupResult> =>
  measureFreed(
    () => freeStorageBytes(link),
    () => runOrThrow(link, ['pm', 'trim-caches', ALL_BYTES], STEP_TIMEOUT_MS),
  )

/** Every step is idempotent: an interrupted reset is started again. */
export async function factoryReset(link: Link): Promise<void> {
  await inParallel(await listPackageNames(link, '-3'), (name) => uninstallIfPresent(link, name))
  const kept = (await listPackageNames(link)).filter((name) => !NEVER_CLEARED.has(name))
  // Some system packages cannot be cleared; they hold no user data.
  await inParallel(kept, (name) => run(link, ['pm', 'clear', name], STEP_TIMEOUT_MS))
  const files = await listFiles(link, `${SHARED_STORAGE}/`)
  const paths = files.map(({ name }) => `${SHARED_STORAGE}/${name}`)
  if (paths.length > 0) await runOrThrow(link, ['rm', '-rf', '--', ...paths], STEP_TIMEOUT_MS)
  await runOrThrow(link, ['mkdir', '-p', ...SHARED_FOLDERS.map((name) => `${SHARED_STORAGE}/${name}`)])
}

const uninstallIfPresent = (link: Link, packageName: string): Promise<void> =>
  uninstall(link, packageName).catch((error: unknown) => {
    if (!(error instanceof PhoneError) || error.kind !== 'absentPackage') throw error
  })

/** http and https only: other schemes could start components on the phone. */
export async function openUrl(link: Link, url: string): Promise<void> {
  const { protocol, href } = URL.parse(url) ?? { protocol: '', href: '' }
  if (protocol !== 'http:' && protocol !== 'https:') throw new PhoneError('badUrl', 'only http and https can be opened')
  const argv = ['am', 'start', '-a', 'android.intent.action.VIEW', '-d', href]
  const outcome = await run(link, argv)
  // `am start` exits with 0 even when nothing could be opened.
  if (outcome.exitCode !== 0 || /^Error/m.test(outcome.stdout + outcome.stderr)) throw commandError(argv, outcome)
}

async function measureFreed(measure: () => Promise<number>, free: () => Promise<unknown>): Promise<CleanupResult> {
  const beforeBytes = await measure()
  await free()
  return { freedBytes: Math.max(0, (await measure()) - beforeBytes) }
}

async function availableMemoryBytes(link: Link): Promise<number> {
  const text = await runOrThrow(link, ['cat', '/proc/meminfo'])
  return Number(/^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}

/** The fourth column of `df`, in kilobytes. */
async function freeStorageBytes(link: Link): Promise<number> {
  const lastLine = (await runOrThrow(link, ['df', '-k', '/data'])).trim().split('\n').at(-1) ?? ''
  return Number(lastLine.split(/\s+/)[3] ?? 0) * 1024
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
