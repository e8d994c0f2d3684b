import type { AdbSocket } from '@yume-chan/adb'
import { encodeSyncRequest, SYNC_DATA_MAX_BYTES, type SyncRequest } from '@yunji/phone-protocol/adb/sync'
import { type SyncAnswer, SyncAnswerReader } from '@yunji/phone-protocol/adb/sync-answer'
import { PhoneError } from './errors.ts'
import { closeQuietly, type Link } from './link/link.ts'
import type { Operation } from './operation.ts'
import { isAboutSpace } from './shell.ts'

export type ListVersion = 1 | 2

/** Pieces of a file that share one packet: each packet waits for its acknowledgement. */
const PIECES_PER_WRITE = 8

/**
 * A conversation in ADB's file protocol. Ours rather than Tango's: when a link breaks in the middle of a transfer, that
 * one leaves a rejection behind that nobody can catch.
 */
export class SyncSession {
  readonly #socket: AdbSocket
  readonly #operation: Operation
  readonly #writer: ReturnType<AdbSocket['writable']['getWriter']>
  readonly #chunks: ReturnType<AdbSocket['readable']['getReader']>
  readonly #reader: SyncAnswerReader
  #answers: SyncAnswer[] = []

  constructor(socket: AdbSocket, operation: Operation, listVersion: ListVersion | null) {
    this.#socket = socket
    this.#operation = operation
    this.#writer = socket.writable.getWriter()
    this.#chunks = socket.readable.getReader()
    this.#reader = new SyncAnswerReader({ listVersion })
  }

  ask(request: SyncRequest): Promise<void> {
    return this.#operation.race(this.#writer.write(encodeSyncRequest(request)))
  }

  /** The next answer; a failure that the phone tells is thrown. */
  async next(): Promise<SyncAnswer> {
    while (this.#answers.length === 0) {
      const { done, value } = await this.#operation.race(this.#chunks.read())
      if (done) throw new PhoneError('commandFailed', 'the phone broke off the transfer')
      this.#answers = this.#reader.push(value)
    }
    const answer = this.#answers.shift() as SyncAnswer
    if (answer.id === 'FAIL') throw failure(answer.message)
    return answer
  }

  /** `false` once the phone takes no more, for a reason that its answer gives. */
  async sendData(data: Uint8Array): Promise<boolean> {
    const stepBytes = SYNC_DATA_MAX_BYTES * PIECES_PER_WRITE
    for (let start = 0; start < data.length; start += stepBytes) {
      const packet = Buffer.concat(pieces(data.subarray(start, start + stepBytes)))
      const isTaken = await this.#writer.write(packet).then(
        () => true,
        () => false,
      )
      if (!isTaken) return false
    }
    return true
  }

  close(): void {
    this.#chunks.cancel().catch(() => {})
    void closeQuietly(this.#socket)
  }
}

/** Which form a list has, for a session that asks for one: the length of its end depends on it. */
export async function openSync(link: Link, operation: Operation, listVersion: ListVersion | null = null) {
  return new SyncSession(await link.openSocket('sync:', operation), operation, listVersion)
}

function pieces(data: Uint8Array): Uint8Array[] {
  const all: Uint8Array[] = []
  for (let start = 0; start < data.length; start += SYNC_DATA_MAX_BYTES) {
    all.push(encodeSyncRequest({ id: 'DATA', data: data.subarray(start, start + SYNC_DATA_MAX_BYTES) }))
  }
  return all
}

const failure = (message: string): PhoneError =>
  new PhoneError(isAboutSpace(message) ? 'noSpace' : 'commandFailed', message.slice(0, 200))
