import type { ReadableStream } from '@yume-chan/stream-extra'
import { PhoneError } from './errors.ts'
import type { Link } from './link/link.ts'
import type { Operation } from './operation.ts'
import { quoteCommand } from './shell-quote.ts'
import type { CommandOutcome } from './types.ts'

const RUN_TIMEOUT_MS = 20_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const SHOWN_CHARS = 200

interface BinaryOutcome {
  readonly exitCode: number
  readonly stdout: Uint8Array
  readonly stderr: string
}

/** Starts a command; the caller must read its output. */
export async function spawn(link: Link, argv: readonly string[], operation: Operation) {
  const shell = link.adb.subprocess.shellProtocol
  if (!shell) throw new PhoneError('unsupported', 'the phone is older than Android 7')
  try {
    return await operation.race(shell.spawn([quoteCommand(argv)], operation.signal))
  } catch (error) {
    throw toPhoneError(error, argv)
  }
}

/** Runs a command to its end, whatever its exit code. */
export async function run(link: Link, argv: readonly string[], timeoutMs?: number): Promise<CommandOutcome> {
  const { exitCode, stdout, stderr } = await runBinary(link, argv, timeoutMs)
  return { exitCode, stdout: Buffer.from(stdout).toString(), stderr }
}

export async function runBinary(
  link: Link,
  argv: readonly string[],
  timeoutMs = RUN_TIMEOUT_MS,
): Promise<BinaryOutcome> {
  const operation = link.begin(`"${argv[0]}"`, timeoutMs)
  try {
    const process = await spawn(link, argv, operation)
    const [stdout, stderr, exitCode] = await operation.race(
      Promise.all([readAll(process.stdout), readAll(process.stderr), process.exited]),
    )
    return { exitCode, stdout, stderr: stderr.toString() }
  } catch (error) {
    throw toPhoneError(error, argv)
  } finally {
    operation.end()
  }
}

/** Standard output; throws when the exit code is not 0. */
export async function runOrThrow(link: Link, argv: readonly string[], timeoutMs?: number): Promise<string> {
  const outcome = await run(link, argv, timeoutMs)
  if (outcome.exitCode !== 0) throw commandError(argv, outcome)
  return outcome.stdout
}

export function commandError(argv: readonly string[], { stdout, stderr, exitCode }: CommandOutcome): PhoneError {
  const said = `${stderr}\n${stdout}`.trim().slice(0, SHOWN_CHARS) || `exit code ${exitCode}`
  const kind = isOutOfSpace(said) ? 'noSpace' : 'commandFailed'
  return new PhoneError(kind, `"${argv.slice(0, 2).join(' ')}" failed: ${said}`)
}

export const isOutOfSpace = (text: string): boolean => /ENOSPC|No space left|INSUFFICIENT_STORAGE/i.test(text)

export async function readAll(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of stream) {
    sizeBytes += chunk.length
    if (sizeBytes > OUTPUT_MAX_BYTES) throw new PhoneError('commandFailed', 'the phone said more than can be held')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, sizeBytes)
}

function toPhoneError(error: unknown, argv: readonly string[]): Error {
  if (error instanceof PhoneError || error instanceof TypeError || error instanceof RangeError) return error
  return new PhoneError('commandFailed', `"${argv[0]}" could not run`, { cause: error })
}
