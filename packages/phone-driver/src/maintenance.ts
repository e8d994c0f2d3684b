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
