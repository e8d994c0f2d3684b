import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import { commandError, run, runOrThrow } from './shell.ts'
import type { CleanupResult } from './types.ts'

const STEP_TIMEOUT_MS = 60_000
/** More than any phone has, so that every cache must go. */
const ALL_BYTES = '1000000000000000'

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

/** http and https only: other schemes could start components on the phone. */
export async function openUrl(link: Link, url: string): Promise<void> {
  const { protocol, href } = URL.parse(url) ?? { protocol: '', href: '' }
  if (protocol !== 'http:' && protocol !== 'https:') throw new PhoneError('badUrl', 'only http and https can be opened')
  await startActivity(link, ['-a', 'android.intent.action.VIEW', '-d', href])
}

/** `am start` exits with 0 even when nothing could be opened. */
export async function startActivity(link: Link, args: readonly string[]): Promise<void> {
  const argv = ['am', 'start', ...args]
  const outcome = await run(link, argv)
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

export const freeStorageBytes = async (link: Link): Promise<number> => (await storageOf(link)).freeBytes

export const usedStorageBytes = async (link: Link): Promise<number> => (await storageOf(link)).usedBytes

/** Third and fourth column of `df`, in kilobytes. */
async function storageOf(link: Link): Promise<{ readonly usedBytes: number; readonly freeBytes: number }> {
  const argv = ['df', '-k', '/data']
  const text = await runOrThrow(link, argv)
  const columns = text.trim().split('\n').at(-1)?.split(/\s+/) ?? []
  const [usedBytes = Number.NaN, freeBytes = Number.NaN] = columns
    .slice(2, 4)
    .map((kilobytes) => Number(kilobytes) * 1024)
  if (!Number.isSafeInteger(usedBytes) || !Number.isSafeInteger(freeBytes)) {
    throw new PhoneError('commandFailed', `df answered: ${text.slice(0, 200)}`)
  }
  return { usedBytes, freeBytes }
}
