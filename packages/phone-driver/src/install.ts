import type { AdbSocket } from '@yume-chan/adb'
import type { ReadableStream } from '@yume-chan/stream-extra'
import { PhoneError } from './errors.ts'
import { closeQuietly, type Link } from './link/link.ts'
import { isOutOfSpace, readAll } from './shell.ts'
import { quoteCommand } from './shell-quote.ts'
import { sendBytes } from './streams.ts'
import type { Bytes, Progress } from './types.ts'

/** Counted from the last chunk. The phone compiles an app after its last byte, which takes long on a slow one. */
const STALL_TIMEOUT_MS = 120_000
const SHOWN_CHARS = 200

/** Streams into the package manager, as `adb install` does, without a temporary file. */
export async function install(link: Link, apk: Bytes, sizeBytes: number, onProgress?: Progress): Promise<void> {
  const operation = link.begin('installing', STALL_TIMEOUT_MS)
  try {
    const command = quoteCommand(['cmd', 'package', 'install', '-S', String(sizeBytes)])
    const socket = await link.openSocket(`exec:${command}`, operation)
    try {
      const answer = readAll(socket.readable)
      await sendBytes(exactly(apk, sizeBytes), operation, onProgress, (stream) => writeWhileTaken(socket, stream))
      operation.renew()
      assertInstalled((await operation.race(answer)).toString())
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
async function* exactly(body: Bytes, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let leftBytes = sizeBytes
  for await (const chunk of body) {
    leftBytes -= chunk.length
    if (leftBytes < 0) break
    yield chunk
  }
  if (leftBytes !== 0) throw new PhoneError('badPackage', `the package is not of the ${sizeBytes} bytes announced`)
}

function assertInstalled(answer: string): void {
  if (/^Success/m.test(answer)) return
  const said = answer.trim().slice(0, SHOWN_CHARS)
  if (isOutOfSpace(said)) throw new PhoneError('noSpace', said)
  if (said.includes('Failure')) throw new PhoneError('badPackage', said)
  throw new PhoneError('commandFailed', said || 'the phone did not say whether it installed the package')
}
