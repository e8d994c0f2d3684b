import type { AdbSocket } from '@yume-chan/adb'
import { encodeSyncRequest, SYNC_DATA_MAX_BYTES, type SyncRequest } from '@yunji/phone-protocol/adb/sync'
import { type SyncResponse, SyncResponseReader } from '@yunji/phone-protocol/adb/sync-response'
import { PhoneError } from './errors.ts'
import { closeQuietly, type Link } from './link/link.ts'
import type { Operation } from './operation.ts'
import { isOutOfSpace } from './shell.ts'

export type ListVersion = 1 | 2

/** Each packet waits for its acknowledgement, so data is collected up to this size. */
const PACKET_BYTES = 8 * SYNC_DATA_MAX_BYTES

/**
 * A session of ADB's sync protocol. Not Tango's: that one leaves an unhandled rejection when the link breaks in the
 * middle of a transfer.
 */
export class SyncSession {
  readonly #socket: AdbSocket
  readonly #operation: Operation
  readonly #writer: ReturnType<AdbSocket['writable']['getWriter']>
  readonly #chunks: ReturnType<AdbSocket['readable']['getReader']>
  readonly #reader: SyncResponseReader
  #answers: SyncResponse[] = []
  #queue: Uint8Array[] = []
  #queuedBytes = 0

  constructor(socket: AdbSocket, operation: Operation, listVersion: ListVersion | null) {
    this.#socket = socket
    this.#operation = operation
    this.#writer = socket.writable.getWriter()
    this.#chunks = socket.readable.getReader()
    this.#reader = new SyncResponseReader({ listVersion })
  }

  async request(request: SyncRequest): Promise<void> {
    this.queue(request)
    await this.#operation.race(this.flush())
  }

  /** Sent by the next `flush`. */
  queue(request: SyncRequest): void {
    const bytes = encodeSyncRequest(request)
    this.#queue.push(bytes)
    this.#queuedBytes += bytes.length
  }

  /** False once the phone has stopped reading; its response gives the reason. */
  async flush(): Promise<boolean> {
    const packet = Buffer.concat(this.#queue, this.#queuedBytes)
    this.#queue = []
    this.#queuedBytes = 0
    return this.#writer.write(packet).then(
      () => true,
      () => false,
    )
  }

  /** Throws on a FAIL response. */
  async nextResponse(): Promise<SyncResponse> {
    while (this.#answers.length === 0) {
      const { done, value } = await this.#operation.race(this.#chunks.read())
      if (done) throw new PhoneError('commandFailed', 'the phone broke off the transfer')
      this.#answers = this.#reader.push(value)
    }
    const answer = this.#answers.shift() as SyncResponse
    if (answer.id === 'FAIL') throw failure(answer.message)
    return answer
  }

  /** Returns false as `flush` does. */
  async sendData(data: Uint8Array): Promise<boolean> {
    for (let start = 0; start < data.length; start += SYNC_DATA_MAX_BYTES) {
      this.queue({ id: 'DATA', data: data.subarray(start, start + SYNC_DATA_MAX_BYTES) })
      if (this.#queuedBytes >= PACKET_BYTES && !(await this.flush())) return false
    }
    return true
  }

  close(): void {
    this.#chunks.cancel().catch(() => {})
    void closeQuietly(this.#socket)
  }
}

/** `listVersion` is needed to list folders: the length of the final entry depends on it. */
export async function openSync(link: Link, operation: Operation, listVersion: ListVersion | null = null) {
  return new SyncSession(await link.openSocket('sync:', operation), operation, listVersion)
}

const failure = (message: string): PhoneError =>
  new PhoneError(isOutOfSpace(message) ? 'noSpace' : 'commandFailed', message.slice(0, 200))
