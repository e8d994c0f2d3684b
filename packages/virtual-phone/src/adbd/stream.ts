import { AdbCommand } from '@yunji/phone-protocol/adb/packet'
import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { BrokenPipeError, type Connection } from '../system/bytes.ts'

/** The part of the transport that a stream uses. */
export interface StreamCarrier {
  readonly maxPayloadBytes: number
  send(command: AdbCommand, arg0: number, arg1: number, payload?: Uint8Array): void
  forget(localId: number): void
}

/** Limit for a host that sends without waiting for acknowledgements. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

/**
 * One stream of a transport. A chunk is acknowledged when the reader takes it, so that a slow reader holds up its writer
 * and nobody else. The computer should wait for that, but its adb sends the last chunks at once when the program that
 * fed it has gone: they are kept in order.
 */
export class AdbStream implements Connection {
  readonly localId: number
  remoteId: number
  readonly closed: Promise<void>
  readonly #carrier: StreamCarrier
  readonly #markClosed: () => void
  #isClosed = false
  readonly #inbox: Uint8Array[] = []
  #unreadBytes = 0
  #wake: (() => void) | null = null
  #acknowledged: PromiseWithResolvers<void> | null = null
  #writes: Promise<void> = Promise.resolve()

  constructor(carrier: StreamCarrier, localId: number, remoteId: number) {
    this.#carrier = carrier
    this.localId = localId
    this.remoteId = remoteId
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    this.#markClosed = resolve
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#inbox.length === 0) {
      if (this.#isClosed) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const chunk = this.#inbox.shift() ?? null
    this.#unreadBytes -= chunk?.length ?? 0
    if (!this.#isClosed) this.#carrier.send(AdbCommand.OKAY, this.localId, this.remoteId)
    return chunk
  }

  write(bytes: Uint8Array): Promise<void> {
    const written = this.#writes.then(() => this.#sendAll(bytes))
    this.#writes = written.catch(() => {})
    return written
  }

  async #sendAll(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0; rest = rest.subarray(this.#carrier.maxPayloadBytes)) {
      if (this.#isClosed) throw new BrokenPipeError('The stream is closed.')
      this.#acknowledged = Promise.withResolvers()
      this.#carrier.send(AdbCommand.WRTE, this.localId, this.remoteId, rest.subarray(0, this.#carrier.maxPayloadBytes))
      await this.#acknowledged.promise
    }
  }

  async end(): Promise<void> {
    await this.#writes
    this.close()
  }

  close(): void {
    if (this.#isClosed) return
    this.#carrier.send(AdbCommand.CLSE, this.localId, this.remoteId)
    this.detach()
  }

  /** The other side has acknowledged what was sent. */
  takeAcknowledgement(): void {
    this.#acknowledged?.resolve()
    this.#acknowledged = null
  }

  takeData(chunk: Uint8Array): void {
    if (this.#unreadBytes + chunk.length > MAX_UNREAD_BYTES) throw new ProtocolError('Nobody reads so much ahead.')
    if (chunk.length === 0) {
      this.#carrier.send(AdbCommand.OKAY, this.localId, this.remoteId)
      return
    }
    this.#inbox.push(chunk)
    this.#unreadBytes += chunk.length
    this.#wake?.()
  }

  takeClose(): void {
    if (this.#isClosed) return
    this.#carrier.send(AdbCommand.CLSE, this.localId, this.remoteId)
    this.detach()
  }

  /** Ends the stream on this side without CLSE; received data can still be read. */
  detach(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#carrier.forget(this.localId)
    this.#acknowledged?.reject(new BrokenPipeError('The stream is closed.'))
    this.#acknowledged = null
    this.#wake?.()
    this.#markClosed()
  }
}
