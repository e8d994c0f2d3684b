import { PhoneError } from './errors.ts'
import { getProperty, isBooted } from './health.ts'
import type { Connection } from './link/connection.ts'
import type { Link } from './link/link.ts'
import type { Clock } from './operation.ts'
import { type Operation, startOperation } from './operation.ts'

/** Boards take minutes, containers seconds. */
const REBOOT_TIMEOUT_MS = 180_000
const GOING_DOWN_TIMEOUT_MS = 30_000
const POLL_MS = 100
/** Start time of init in nanoseconds: differs after every boot, also in a container that shares its kernel. */
const BOOT_TIME_PROPERTY = 'ro.boottime.init'

/** Sends one reboot request and waits until the phone is up again. */
export async function reboot(connection: Connection, clock: Clock): Promise<void> {
  const link = await connection.get()
  const markBefore = await getProperty(link, BOOT_TIME_PROPERTY)
  await requestReboot(link)
  const timing = { clock, what: 'the restart', timeoutMs: REBOOT_TIMEOUT_MS }
  const waiting = startOperation(timing, connection.closed)
  try {
    const markAfter = await waitUntilBooted(connection, waiting, clock)
    // The link may have broken before the request arrived.
    if (markBefore !== '' && markAfter === markBefore) throw new PhoneError('lost', 'the phone has not restarted')
  } finally {
    waiting.end()
  }
}

async function requestReboot(link: Link): Promise<void> {
  const operation = link.begin('going down', GOING_DOWN_TIMEOUT_MS)
  const down = new Promise((resolve) => link.disconnected.addEventListener('abort', resolve, { once: true }))
  try {
    await link.openSocket('reboot:', operation)
    await operation.race(down)
  } catch (error) {
    if (!link.disconnected.aborted) throw error
  } finally {
    operation.end()
  }
}

async function waitUntilBooted(connection: Connection, waiting: Operation, clock: Clock): Promise<string> {
  for (;;) {
    try {
      const link = await waiting.race(connection.get())
      if (await waiting.race(isBooted(link))) return await waiting.race(getProperty(link, BOOT_TIME_PROPERTY))
    } catch {
      if (waiting.signal.aborted) throw waiting.signal.reason
    }
    await waiting.race(new Promise<void>((resolve) => void clock.after(POLL_MS, resolve)))
  }
}
