import { PhoneError } from './errors.ts'
import type { Connection } from './link/connection.ts'
import { closeQuietly, type Link } from './link/link.ts'
import { type Clock, startOperation } from './operation.ts'
import { readAll, run } from './shell.ts'
import { quoteCommand } from './shell-quote.ts'

/** Somebody at the phone may have to allow it. */
const SU_TIMEOUT_MS = 10_000
const ADB_ROOT_TIMEOUT_MS = 30_000
const ADB_ROOT_ANSWER_MS = 5000
const POLL_MS = 100

/** Turns a command into one that runs as root. */
export type AsRoot = (argv: readonly string[]) => readonly string[]

/**
 * adbd's own user, Magisk's `su`, which takes a script, and AOSP's, which takes a user and a command. In this order: AOSP's
 * refuses a script, and Magisk's takes a `-c` of the command for its own.
 */
const WAYS: readonly AsRoot[] = [
  (argv) => argv,
  (argv) => ['su', '-c', quoteCommand(argv)],
  (argv) => ['su', '0', ...argv],
]

/** Null when no command can run as root. */
async function findRoot(link: Link): Promise<AsRoot | null> {
  for (const asRoot of WAYS) {
    const { exitCode, stdout } = await run(link, asRoot(['id', '-u']), SU_TIMEOUT_MS).catch(refuseUnanswered)
    if (exitCode === 0 && stdout.trim() === '0') return asRoot
  }
  return null
}

/** A `su` that waits for a password or for somebody's finger. */
function refuseUnanswered(error: unknown): { exitCode: number; stdout: string } {
  if (error instanceof PhoneError && error.kind === 'timeout') return { exitCode: 1, stdout: '' }
  throw error
}

export interface RootedLink {
  readonly link: Link
  readonly asRoot: AsRoot | null
}

/** As `findRoot`; asks adbd itself last, because it starts anew as root and every screen of the phone ends with it. */
export async function obtainRoot(connection: Connection, clock: Clock): Promise<RootedLink> {
  const link = await connection.get()
  const asRoot = await findRoot(link)
  if (asRoot || !(await restartAsRoot(link))) return { link, asRoot }
  const waiting = startOperation({ clock, what: 'adbd as root', timeoutMs: ADB_ROOT_TIMEOUT_MS }, connection.closed)
  try {
    for (;;) {
      try {
        const next = await waiting.race(connection.get())
        if (next !== link) return { link: next, asRoot: await waiting.race(findRoot(next)) }
      } catch {
        if (waiting.signal.aborted) throw waiting.signal.reason
      }
      await waiting.race(new Promise<void>((resolve) => void clock.after(POLL_MS, resolve)))
    }
  } finally {
    waiting.end()
  }
}

/** False where adbd stays what it is: production builds, and builds without the service. */
async function restartAsRoot(link: Link): Promise<boolean> {
  const operation = link.begin('asking for root', ADB_ROOT_ANSWER_MS)
  try {
    const socket = await link.openSocket('root:', operation)
    const said = (await operation.race(readAll(socket.readable))).toString()
    void closeQuietly(socket)
    return said.includes('restarting')
  } catch (error) {
    if (link.disconnected.aborted) return true
    if (error instanceof PhoneError && error.kind === 'unsupported') return false
    throw error
  } finally {
    operation.end()
  }
}
