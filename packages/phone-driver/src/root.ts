import type { Link } from './link/link.ts'
import { run } from './shell.ts'
import { quoteCommand } from './shell-quote.ts'

/** Somebody at the phone may have to allow it. */
const SU_TIMEOUT_MS = 10_000

/** Turns a command into one that runs as root. */
export type AsRoot = (argv: readonly string[]) => readonly string[]

/** adbd's own user, AOSP's `su`, which takes a user and a command, and Magisk's, which takes a script. */
const WAYS: readonly AsRoot[] = [
  (argv) => argv,
  (argv) => ['su', '0', ...argv],
  (argv) => ['su', '-c', quoteCommand(argv)],
]

/** Null when no command can run as root. */
export async function findRoot(link: Link): Promise<AsRoot | null> {
  for (const asRoot of WAYS) {
    const { exitCode, stdout } = await run(link, asRoot(['id', '-u']), SU_TIMEOUT_MS)
    if (exitCode === 0 && stdout.trim() === '0') return asRoot
  }
  return null
}
