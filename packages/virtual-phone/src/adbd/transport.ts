import type { KeyObject } from 'node:crypto'
import { AuthType } from '@yunji/phone-protocol/adb/auth'
import {
  ADB_MAX_PAYLOAD_BYTES,
  ADB_VERSION,
  AdbCommand,
  type AdbPacket,
  AdbPacketReader,
  encodePacket,
} from '@yunji/phone-protocol/adb/packet'
import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { BrokenPipeError, toBytes, toText } from '../system/bytes.ts'
import type { Authentication } from './authentication.ts'
import type { Link } from './link.ts'
import { AdbStream, type StreamCarrier } from './stream.ts'

export type Service = (stream: AdbStream) => Promise<void>

export interface TransportOptions {
  link: Link
  authentication: Authentication
  /** Keys of paired hosts, for a phone that takes TLS only; else null. */
  tlsKeys: readonly KeyObject[] | null
  /** `device::ro.product.name=…;features=…` */
  banner(): string
  /** Null when there is no such service. */
  findService(name: string, transport: Transport): Service | null
  /** Packets are ignored while true. */
  isHanging(): boolean
  onEnd(transport: Transport): void
  /** Unexpected failure of a service, whose stream is closed. */
  onError(error: unknown): void
}

const STLS_VERSION = 0x01000000
/** A header without payload. */
const STLS_PACKET_BYTES = 24
const MAX_STREAMS = 512
const HANDSHAKE_MS = 60_000
/** Payload limit of every adb version, until the host has announced its own. */
const LEAST_MAX_PAYLOAD_BYTES = 4096

/** One adb connection: the handshake, then streams in both directions. */
export class Transport implements StreamCarrier {
  maxPayloadBytes = LEAST_MAX_PAYLOAD_BYTES
  readonly #options: TransportOptions
  readonly #reader = new AdbPacketReader()
  readonly #streams = new Map<number, AdbStream>()
  readonly #opening = new Map<number, PromiseWithResolvers<AdbStream>>()
  readonly #handshakeTimer: NodeJS.Timeout
  #nextId = 1
  #isOnline = false
  #isChecksummed = true
  #isTlsOffered = false
  #handshakeStart: Uint8Array = new Uint8Array(0)

  constructor(options: TransportOptions) {
    this.#options = options
    const { link } = options
    link.onData((chunk) => this.#receive(chunk))
    link.onClose(() => this.#end())
    this.#handshakeTimer = setTimeout(() => link.destroy(), HANDSHAKE_MS)
    this.#handshakeTimer.unref()
  }

  send(command: AdbCommand, arg0: number, arg1: number, payload?: Uint8Array): void {
    // The version is negotiated only once both CNXN have been read.
    const isChecksummed = this.#isChecksummed || command === AdbCommand.AUTH || command === AdbCommand.CNXN
    this.#options.link.send(encodePacket(command, arg0, arg1, payload, { isChecksummed }))
  }

  forget(localId: number): void {
    this.#streams.delete(localId)
  }

  /** Opens a stream to the host, for a reverse tunnel. */
  open(service: string): Promise<AdbStream> {
    const opening = Promise.withResolvers<AdbStream>()
    this.#opening.set(this.#nextId, opening)
    this.send(AdbCommand.OPEN, this.#nextId, 0, toBytes(`${service}\0`))
    this.#nextId += 1
    return opening.promise
  }

  /** Closes the connection, as a phone that shuts down. */
  drop(): void {
    this.#options.link.destroy()
  }

  reset(): void {
    this.#options.link.reset()
  }

  #receive(chunk: Uint8Array): void {
    // Behind the packet that agrees to TLS, the handshake begins.
    const end = this.#isTlsOffered ? STLS_PACKET_BYTES : chunk.length
    this.#handshakeStart = chunk.subarray(end)
    try {
      for (const packet of this.#reader.push(chunk.subarray(0, end))) this.#take(packet)
    } catch {
      this.#options.link.destroy() // protocol violation
    }
  }

  #take({ command, arg0, arg1, payload }: AdbPacket): void {
    if (command === AdbCommand.CNXN) return this.#connect(arg0, arg1)
    if (command === AdbCommand.STLS) return void this.#secure()
    if (command === AdbCommand.AUTH) return this.#authenticate(arg0, payload)
    if (!this.#isOnline || this.#options.isHanging()) return
    switch (command) {
      case AdbCommand.OPEN:
        return this.#accept(arg0, readServiceName(toText(payload)))
      case AdbCommand.OKAY:
        return this.#acknowledge(arg0, arg1)
      case AdbCommand.WRTE: {
        const stream = this.#streams.get(arg1)
        if (stream === undefined) return this.send(AdbCommand.CLSE, 0, arg0)
        return stream.takeData(payload)
      }
      case AdbCommand.CLSE:
        this.#opening.get(arg1)?.reject(new Error('Connection refused'))
        this.#opening.delete(arg1)
        return this.#streams.get(arg1)?.takeClose()
      default:
    }
  }

  #connect(version: number, maxPayloadBytes: number): void {
    if (this.#isOnline) return
    this.maxPayloadBytes = Math.max(1, Math.min(maxPayloadBytes, ADB_MAX_PAYLOAD_BYTES))
    this.#isChecksummed = version < ADB_VERSION
    if (this.#options.tlsKeys) {
      this.#isTlsOffered = true
      return this.send(AdbCommand.STLS, STLS_VERSION, 0)
    }
    this.send(AdbCommand.AUTH, AuthType.token, 0, this.#options.authentication.challenge())
  }

  /** The host's certificate takes the place of a signed token. */
  async #secure(): Promise<void> {
    const { tlsKeys, link } = this.#options
    if (!this.#isTlsOffered || tlsKeys === null) return link.destroy()
    this.#isTlsOffered = false
    if (await link.secure(tlsKeys, this.#handshakeStart, (chunk) => this.#receive(chunk))) this.#goOnline()
  }

  #authenticate(type: number, payload: Uint8Array): void {
    if (this.#isOnline || this.#options.tlsKeys) return
    const answer = this.#options.authentication.answer(type, payload)
    if (answer === 'waiting') return
    if (answer !== 'accepted') return this.send(AdbCommand.AUTH, AuthType.token, 0, answer.token)
    this.#goOnline()
  }

  #goOnline(): void {
    this.#isOnline = true
    clearTimeout(this.#handshakeTimer)
    this.send(AdbCommand.CNXN, ADB_VERSION, ADB_MAX_PAYLOAD_BYTES, toBytes(this.#options.banner()))
  }

  #accept(remoteId: number, name: string): void {
    const service = this.#streams.size < MAX_STREAMS ? this.#options.findService(name, this) : null
    if (service === null) return this.send(AdbCommand.CLSE, 0, remoteId)
    const stream = new AdbStream(this, this.#nextId, remoteId)
    this.#nextId += 1
    this.#streams.set(stream.localId, stream)
    this.send(AdbCommand.OKAY, stream.localId, remoteId)
    service(stream).catch((error: unknown) => {
      stream.close()
      if (!(error instanceof BrokenPipeError || error instanceof ProtocolError)) this.#options.onError(error)
    })
  }

  #acknowledge(remoteId: number, localId: number): void {
    const opening = this.#opening.get(localId)
    if (opening === undefined) return this.#streams.get(localId)?.takeAcknowledgement()
    this.#opening.delete(localId)
    const stream = new AdbStream(this, localId, remoteId)
    this.#streams.set(localId, stream)
    opening.resolve(stream)
  }

  #end(): void {
    clearTimeout(this.#handshakeTimer)
    for (const opening of this.#opening.values()) opening.reject(new Error('The link is gone.'))
    this.#opening.clear()
    for (const stream of this.#streams.values()) stream.detach()
    this.#options.onEnd(this)
  }
}

/** AOSP's adbd reads the name of a local socket up to a NUL; without one it gets whatever stands behind the packet. */
function readServiceName(text: string): string {
  const [name = ''] = text.split('\0')
  return name.startsWith('local') && !text.includes('\0') ? `${name}\ufffd` : name
}
