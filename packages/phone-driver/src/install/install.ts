import type { AdbSocket } from '@yume-chan/adb'
import type { ReadableStream } from '@yume-chan/stream-extra'
import { PhoneError, type PhoneErrorKind } from '../errors.ts'
import { closeQuietly, type Link } from '../link/link.ts'
import type { Operation } from '../operation.ts'
import { commandError, isOutOfSpace, readAll, run } from '../shell.ts'
import { quoteCommand } from '../shell-quote.ts'
import { sendBytes } from '../streams.ts'
import type { Bytes, PackagePart, Progress } from '../types.ts'

/** Counted from the last chunk. The phone compiles an app after its last byte, which takes long on a slow one. */
const STALL_TIMEOUT_MS = 120_000
const SHOWN_CHARS = 200

/** Android's codes by what somebody can do about them; all others are a bad package. */
const FAILURES: readonly (readonly [pattern: RegExp, kind: PhoneErrorKind])[] = [
  [/_DOWNGRADE\b/, 'packageDowngrade'],
  [/UPDATE_INCOMPATIBLE|INCONSISTENT_CERTIFICATES|SHARED_USER_INCOMPATIBLE/, 'packageConflict'],
  [/NO_MATCHING_ABIS|ABI_INCOMPATIBLE|_SDK\b|_SDK_VERSION\b|MISSING_(SPLIT|SHARED_LIBRARY|FEATURE)/, 'packageUnfit'],
]

/** Streams into the package manager, as `adb install -r` does, without a temporary file. */
export async function install(link: Link, apk: Bytes, sizeBytes: number, onProgress?: Progress): Promise<void> {
  await writePackage(link, ['install', '-r', '-S', String(sizeBytes)], apk, sizeBytes, onProgress)
}

/** Installs all parts or none: a session, as `adb install-multiple -r` opens it. */
export async function installSplits(
  link: Link,
  parts: readonly PackagePart[],
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const totalBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const id = await createSession(link, totalBytes)
  try {
    let doneBytes = 0
    for (const [index, part] of parts.entries()) {
      signal?.throwIfAborted()
      const argv = ['install-write', '-S', String(part.sizeBytes), id, `${index}.apk`, '-']
      const before = doneBytes
      await writePackage(link, argv, part.open(), part.sizeBytes, (bytes) => onProgress?.(before + bytes))
      doneBytes += part.sizeBytes
    }
    signal?.throwIfAborted()
    await commitSession(link, id)
  } catch (error) {
    await abandonSession(link, id)
    throw error
  }
}

export async function commitSession(link: Link, id: string): Promise<void> {
  const { stdout, stderr } = await run(link, ['cmd', 'package', 'install-commit', id], STALL_TIMEOUT_MS)
  assertSuccess(stdout || stderr)
}

/** A phone that cannot be asked removes the session by itself, after days. */
export async function abandonSession(link: Link, id: string): Promise<void> {
  await run(link, ['cmd', 'package', 'install-abandon', id]).catch(() => {})
}

/** A part of an app that arrives bit by bit. */
export interface PartWriter {
  write(bytes: Uint8Array): Promise<void>
  /** Once all announced bytes have been written. */
  end(): Promise<void>
  close(): void
}

export async function openPart(
  link: Link,
  operation: Operation,
  id: string,
  name: string,
  sizeBytes: number,
): Promise<PartWriter> {
  const argv = ['cmd', 'package', 'install-write', '-S', String(sizeBytes), id, name, '-']
  const socket = await link.openSocket(`exec:${quoteCommand(argv)}`, operation)
  const answer = readAll(socket.readable)
  answer.catch(() => {}) // awaited in `end`
  const writer = socket.writable.getWriter()
  let isTaken = true
  return {
    async write(bytes) {
      // The package manager may close the socket before the last byte; its answer says why.
      if (isTaken)
        isTaken = await operation.race(writer.write(bytes)).then(
          () => true,
          (error) => {
            if (operation.signal.aborted) throw error
            return false
          },
        )
    },
    end: async () => assertSuccess((await operation.race(answer)).toString()),
    close: () => void closeQuietly(socket),
  }
}

export async function createSession(link: Link, totalBytes: number, ...options: readonly '-d'[]): Promise<string> {
  const argv = ['cmd', 'package', 'install-create', '-r', ...options, '-S', String(totalBytes)]
  const outcome = await run(link, argv)
  const id = /^Success: created install session \[(\d+)\]/m.exec(outcome.stdout)?.[1]
  if (id === undefined) throw commandError(argv, outcome)
  return id
}

async function writePackage(
  link: Link,
  args: readonly string[],
  body: Bytes,
  sizeBytes: number,
  onProgress: Progress | undefined,
): Promise<void> {
  const operation = link.begin('installing', STALL_TIMEOUT_MS)
  try {
    const socket = await link.openSocket(`exec:${quoteCommand(['cmd', 'package', ...args])}`, operation)
    try {
      const answer = readAll(socket.readable)
      answer.catch(() => {}) // awaited below, unless sending fails first
      await sendBytes(exactly(body, sizeBytes), operation, onProgress, (stream) => writeWhileTaken(socket, stream))
      operation.renew()
      assertSuccess((await operation.race(answer)).toString())
    } finally {
      void closeQuietly(socket)
    }
  } finally {
    operation.end()
  }
}

/** The package manager may close the socket before the last byte; its answer says why. */
async function writeWhileTaken(socket: AdbSocket, stream: ReadableStream<Uint8Array>): Promise<void> {
  const writer = socket.writable.getWriter()
  for await (const chunk of stream) {
    const isTaken = await writer.write(chunk).then(
      () => true,
      () => false,
    )
    if (!isTaken) return
  }
}

/** The package manager waits for exactly the announced number of bytes. */
export async function* exactly(body: Bytes, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let leftBytes = sizeBytes
  for await (const chunk of body) {
    leftBytes -= chunk.length
    if (leftBytes < 0) break
    yield chunk
  }
  if (leftBytes !== 0) throw new PhoneError('badPackage', `the package is not of the ${sizeBytes} bytes announced`)
}

function assertSuccess(answer: string): void {
  if (/^Success/m.test(answer)) return
  const said = answer.trim().slice(0, SHOWN_CHARS)
  if (isOutOfSpace(said)) throw new PhoneError('noSpace', said)
  const kind = FAILURES.find(([pattern]) => pattern.test(said))?.[1]
  if (kind) throw new PhoneError(kind, said)
  if (said.includes('Failure')) throw new PhoneError('badPackage', said)
  throw new PhoneError('commandFailed', said || 'the phone did not say whether it installed the package')
}
