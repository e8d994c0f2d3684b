import type { Link } from './link/link.ts'
import type { Clock } from './operation.ts'
import { runOrThrow } from './shell.ts'
import type { PhoneHealth } from './types.ts'

const HEALTH_TIMEOUT_MS = 5000

/** Empty when the property is not set. */
export async function getProperty(link: Link, name: string): Promise<string> {
  return (await runOrThrow(link, ['getprop', name], HEALTH_TIMEOUT_MS)).trim()
}

export const isBooted = async (link: Link): Promise<boolean> => (await getProperty(link, 'sys.boot_completed')) === '1'

export async function checkHealth(link: Link, clock: Clock): Promise<PhoneHealth> {
  const startedAtMs = clock.nowMs()
  return { isBooted: await isBooted(link), roundTripMs: clock.nowMs() - startedAtMs }
}
