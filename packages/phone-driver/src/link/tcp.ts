import net from 'node:net'
import type { AdbDaemonConnection, AdbPacketData, AdbPacketInit } from '@yume-chan/adb'
import { Consumable, ReadableStream, type ReadableStreamDefaultController } from '@yume-chan/stream-extra'
import { AdbCommand, AdbPacketReader, encodePacket } from '@yunji/phone-protocol/adb/packet'
import { PhoneError } from '../errors.ts'
import type { PhoneKeys } from '../keys.ts'
import type { Clock } from '../operation.ts'
import { getIdentity, STLS_VERSION, startTls } from './tls.ts'

/** Packets buffered for Tango before the socket is paused. */
const INCOMING_PACKETS = 32

const UNKNOWN_KEY = 'the phone takes TLS connections of paired hosts only, and does not know our key'

/** The socket that packets travel on: the TCP one, or TLS over it. */
interface Carrier {
  socket: net.Socket
}

/** Packets of one TCP connection as Tango's streams. */
export interface PacketConnection {
  readonly streams: AdbDaemonConnection
  /** Aborted the moment the connection is disconnected, before Tango's streams end. */
  readonly disconnected: AbortSignal
  lastReceivedAtMs(): number
  /** Closes without a handshake: the other end may be unreachable. */
  destroy(reason: PhoneError): void
}

export async function connectTcp(host: string, port: number, keys: PhoneKeys, clock: Clock, signal: AbortSignal) {
  const socket = net.connect({ host, port, noDelay: true, signal })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    const { code = 'no answer' } = cause as NodeJS.ErrnoException
    throw new PhoneError('unreachable', `nobody answers at ${host}:${port} (${code})`, { cause })
  }
  return wrapSocket(socket, keys, clock, signal)
}

function wrapSocket(plain: net.Socket, keys: PhoneKeys, clock: Clock, signal: AbortSignal): PacketConnection {
  const disconnected = new AbortController()
  const carrier: Carrier = { socket: plain }
  let receivedAtMs = clock.nowMs()
  let isRefusal = false
  const destroy = (reason: PhoneError) => {
    if (disconnected.signal.aborted) return
    // A handshake that we break off, because it takes too long, is not refused.
    const isRefused = isRefusal && !signal.aborted
    disconnected.abort(isRefused ? new PhoneError('unauthorised', UNKNOWN_KEY, { cause: reason }) : reason)
    carrier.socket.destroy()
    plain.destroy()
    reader.end()
  }
  const watch = (socket: net.Socket) => {
    socket.on('error', (cause) => destroy(new PhoneError('lost', `the link broke: ${cause.message}`, { cause })))
    socket.on('close', () => destroy(new PhoneError('lost', 'the phone closed the link')))
  }
  /** A phone that does not know our key ends the connection during or right after the handshake. */
  const upgrade = async (): Promise<void> => {
    isRefusal = true
    const identity = await getIdentity(keys)
    plain.write(encodePacket(AdbCommand.STLS, STLS_VERSION, 0, undefined, { isChecksummed: true }))
    carrier.socket = await startTls(plain, identity)
    watch(carrier.socket)
    reader.listen(() => (isRefusal = false))
  }
  const onUpgrade = () =>
    void upgrade().catch((cause: Error) => destroy(new PhoneError('lost', `no TLS: ${cause.message}`, { cause })))
  const reader = new AbortablePackets(carrier, () => (receivedAtMs = clock.nowMs()), onUpgrade)
  watch(plain)
  return {
    streams: { readable: reader.stream, writable: createWritable(carrier, disconnected.signal) },
    disconnected: disconnected.signal,
    lastReceivedAtMs: () => receivedAtMs,
    destroy,
  }
}

class AbortablePackets {
  readonly stream: ReadableStream<AdbPacketData>
  readonly #carrier: Carrier
  readonly #packets = new AdbPacketReader()
  readonly #onData: () => void
  readonly #onUpgrade: () => void
  #controller: ReadableStreamDefaultController<AdbPacketData> | null = null
  #end = () => {}

  /** `onUpgrade` is called when the phone asks for TLS; `listen` then begins anew on the carrier's socket. */
  constructor(carrier: Carrier, onData: () => void, onUpgrade: () => void) {
    this.#carrier = carrier
    this.#onData = onData
    this.#onUpgrade = onUpgrade
    this.stream = new ReadableStream<AdbPacketData>(
      {
        start: (controller) => {
          this.#controller = controller as ReadableStreamDefaultController<AdbPacketData>
          this.#end = () => controller.close()
          this.listen(onData)
        },
        pull: () => void carrier.socket.resume(),
        cancel: () => {
          this.#end = () => {}
          carrier.socket.destroy()
        },
      },
      { highWaterMark: INCOMING_PACKETS, size: () => 1 },
    )
  }

  listen(onFirst: () => void): void {
    const { socket } = this.#carrier
    socket.once('data', onFirst)
    socket.on('data', (chunk) => this.#take(socket, chunk))
  }

  #take(socket: net.Socket, chunk: Uint8Array): void {
    this.#onData()
    try {
      for (const packet of this.#packets.push(chunk)) {
        if (packet.command === AdbCommand.STLS && socket === this.#carrier.socket) {
          socket.removeAllListeners('data')
          return this.#onUpgrade()
        }
        this.#controller?.enqueue(packet)
      }
    } catch (error) {
      socket.destroy(error as Error)
    }
    if ((this.#controller?.desiredSize ?? 0) <= 0) socket.pause()
  }

  end(): void {
    this.#end()
    this.#end = () => {}
  }
}

/**
 * One write for header and payload: in two, a small packet would travel in two segments. Writes after the disconnect are
 * dropped without an error: Tango closes its streams without awaiting them, and an unhandled rejection would end the
 * process. Callers learn of the loss through `disconnected`.
 */
function createWritable(carrier: Carrier, disconnected: AbortSignal) {
  return new Consumable.WritableStream<AdbPacketInit>({
    async write({ command, arg0, arg1, payload, checksum }) {
      if (disconnected.aborted) return
      const isChecksummed = checksum !== 0
      const { socket } = carrier
      if (socket.write(encodePacket(command as AdbCommand, arg0, arg1, payload, { isChecksummed }))) return
      await waitForDrain(socket, disconnected)
    },
    close: () => void carrier.socket.end(),
    abort: () => void carrier.socket.destroy(),
  })
}

function waitForDrain(socket: net.Socket, disconnected: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go)
      disconnected.removeEventListener('abort', go)
      resolve()
    }
    socket.once('drain', go)
    disconnected.addEventListener('abort', go, { once: true })
  })
}
