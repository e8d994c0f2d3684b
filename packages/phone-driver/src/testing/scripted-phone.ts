import { generateKeyPairSync, randomBytes } from 'node:crypto'
import net from 'node:net'
import {
  AUTH_TOKEN_BYTES,
  AuthType,
  encodePublicKey,
  parsePublicKey,
  verifyToken,
} from '@yunji/phone-protocol/adb/auth'
import {
  ADB_VERSION,
  AdbCommand,
  type AdbPacket,
  AdbPacketReader,
  encodePacket,
} from '@yunji/phone-protocol/adb/packet'
import type { PhoneKeys } from '../keys.ts'

/** One stream that the driver has opened. */
export interface ScriptedStream {
  readonly service: string
  onData(listener: (data: Uint8Array) => void): void
  write(data: Uint8Array | string): void
  close(): void
}

export interface Script {
  /** Handles a service; returns false to refuse it. */
  service?(stream: ScriptedStream): boolean
  /** Ignores all packets without closing the connection. */
  isHanging?: boolean
  authorisedKey?: string
}

export interface ScriptedPhone {
  readonly port: number
  readonly services: string[]
  readonly connectionCount: number
  script: Script
  cut(): void
  stop(): Promise<void>
}

export const createKeys = (): PhoneKeys => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, publicKey: encodePublicKey(publicKey, 'test') }
}

const BANNER = 'device::ro.product.name=scripted;features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir'

/** The smallest adbd that Tango accepts, controlled by a script. */
export async function startScriptedPhone(script: Script = {}): Promise<ScriptedPhone> {
  const sockets = new Set<net.Socket>()
  const services: string[] = []
  let connectionCount = 0
  const phone = {
    script,
    services,
    get connectionCount() {
      return connectionCount
    },
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
    port: 0,
  }
  const server = net.createServer({ noDelay: true }, (socket) => {
    connectionCount += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const connection = new AdbdConnection(socket, phone)
    const reader = new AdbPacketReader()
    socket.on('data', (chunk) => {
      if (!phone.script.isHanging) for (const packet of reader.push(chunk)) connection.handle(packet)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  phone.port = (server.address() as net.AddressInfo).port
  return phone
}

class AdbdConnection {
  readonly #socket: net.Socket
  readonly #phone: ScriptedPhone
  readonly #streams = new Map<number, { listener: (data: Uint8Array) => void; waiting: Uint8Array[] }>()
  readonly #token = new Uint8Array(randomBytes(AUTH_TOKEN_BYTES))
  #lastId = 0

  constructor(socket: net.Socket, phone: ScriptedPhone) {
    this.#socket = socket
    this.#phone = phone
  }

  handle({ command, arg0, arg1, payload }: AdbPacket): void {
    const { authorisedKey } = this.#phone.script
    switch (command) {
      case AdbCommand.CNXN:
        return authorisedKey ? this.#send(AdbCommand.AUTH, AuthType.token, 0, this.#token) : this.#welcome()
      case AdbCommand.AUTH: {
        const isKnown = verifyToken(parsePublicKey(authorisedKey ?? '').key, this.#token, payload)
        if (arg0 === AuthType.signature && isKnown) return this.#welcome()
        if (arg0 === AuthType.signature) this.#send(AdbCommand.AUTH, AuthType.token, 0, this.#token)
        return
      }
      case AdbCommand.OPEN:
        return this.#open(arg0, Buffer.from(payload).toString().replace(/\0$/, ''))
      case AdbCommand.WRTE:
        this.#send(AdbCommand.OKAY, arg1, arg0)
        return this.#streams.get(arg1)?.listener(payload)
      case AdbCommand.OKAY: {
        const next = this.#streams.get(arg1)?.waiting.shift()
        if (next) this.#send(AdbCommand.WRTE, arg1, arg0, next)
        return
      }
      case AdbCommand.CLSE:
        if (this.#streams.delete(arg1)) this.#send(AdbCommand.CLSE, arg1, arg0)
    }
  }

  #welcome(): void {
    this.#send(AdbCommand.CNXN, ADB_VERSION, 1024 * 1024, Buffer.from(BANNER))
  }

  #open(remoteId: number, service: string): void {
    const localId = (this.#lastId += 1)
    const stream = { listener: (_data: Uint8Array) => {}, waiting: [] as Uint8Array[] }
    this.#phone.services.push(service)
    const isTaken = this.#phone.script.service?.({
      service,
      onData: (listener) => (stream.listener = listener),
      // Does not wait for acknowledgements: the driver must cope with more than adbd would send.
      write: (data) => queueMicrotask(() => this.#send(AdbCommand.WRTE, localId, remoteId, Buffer.from(data))),
      close: () => queueMicrotask(() => this.#send(AdbCommand.CLSE, localId, remoteId)),
    })
    if (!isTaken && service !== 'sync:') return this.#send(AdbCommand.CLSE, 0, remoteId)
    this.#streams.set(localId, stream)
    this.#send(AdbCommand.OKAY, localId, remoteId)
  }

  #send(command: AdbCommand, arg0: number, arg1: number, payload?: Uint8Array): void {
    this.#socket.write(encodePacket(command, arg0, arg1, payload, { isChecksummed: true }))
  }
}
