import net from 'node:net'
import type { AdbDaemonConnection, AdbPacketData, AdbPacketInit } from '@yume-chan/adb'
import { Consumable, ReadableStream } from '@yume-chan/stream-extra'
import { type AdbCommand, AdbPacketReader, encodePacket } from '@yunji/phone-protocol/adb/packet'
import { PhoneError } from '../errors.ts'
import type { Clock } from '../operation.ts'

/** Packets buffered for Tango before the socket is paused. */
const INCOMING_PACKETS = 32

/** Packets of one TCP connection as Tango's streams. */
export interface PacketConnection {
  readonly streams: AdbDaemonConnection
  /** Aborted the moment the connection is disconnected, before Tango's streams end. */
  readonly disconnected: AbortSignal
  lastReceivedAtMs(): number
  /** Closes without a handshake: the other end may be unreachable. */
  destroy(reason: PhoneError): void
}

export async function connectTcp(host: string, port: number, clock: Clock, signal: AbortSignal) {
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
  return wrapSocket(socket, clock)
}

function wrapSocket(socket: net.Socket, clock: Clock): PacketConnection {
  const disconnected = new AbortController()
  let receivedAtMs = clock.nowMs()
  const reader = new AbortablePackets(socket, () => (receivedAtMs = clock.nowMs()))
  const destroy = (reason: PhoneError) => {
    if (disconnected.signal.aborted) return
    disconnected.abort(reason)
    socket.destroy()
    reader.end()
  }
  socket.on('error', (cause) => destroy(new PhoneError('lost', `the link broke: ${cause.message}`, { cause })))
  socket.on('close', () => destroy(new PhoneError('lost', 'the phone closed the link')))
  return {
    streams: { readable: reader.stream, writable: createWritable(socket, disconnected.signal) },
    disconnected: disconnected.signal,
    lastReceivedAtMs: () => receivedAtMs,
    destroy,
  }
}

class AbortablePackets {
  readonly stream: ReadableStream<AdbPacketData>
  #end = () => {}

  constructor(socket: net.Socket, onData: () => void) {
    const packets = new AdbPacketReader()
    this.stream = new ReadableStream<AdbPacketData>(
      {
        start: (controller) => {
          this.#end = () => controller.close()
          socket.on('data', (chunk) => {
            onData()
            try {
              for (const packet of packets.push(chunk)) controller.enqueue(packet)
            } catch (error) {
              socket.destroy(error as Error)
            }
            if ((controller.desiredSize ?? 0) <= 0) socket.pause()
          })
        },
        pull: () => void socket.resume(),
        cancel: () => {
          this.#end = () => {}
          socket.destroy()
        },
      },
      { highWaterMark: INCOMING_PACKETS, size: () => 1 },
    )
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
function createWritable(socket: net.Socket, disconnected: AbortSignal) {
  return new Consumable.WritableStream<AdbPacketInit>({
    async write({ command, arg0, arg1, payload, checksum }) {
      if (disconnected.aborted) return
      const isChecksummed = checksum !== 0
      if (socket.write(encodePacket(command as AdbCommand, arg0, arg1, payload, { isChecksummed }))) return
      await waitForDrain(socket, disconnected)
    },
    close: () => void socket.end(),
    abort: () => void socket.destroy(),
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
