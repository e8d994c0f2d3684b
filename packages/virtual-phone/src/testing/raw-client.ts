import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { AuthType, signToken } from '@yunji/phone-protocol/adb/auth'
import {
  ADB_VERSION,
  AdbCommand,
  type AdbPacket,
  AdbPacketReader,
  encodePacket,
} from '@yunji/phone-protocol/adb/packet'

const HELLO = Buffer.from('host::features=shell_v2\0')

/** adb host, packet by packet, so that a test can violate the protocol. */
export class RawClient {
  readonly socket: Socket
  readonly #reader = new AdbPacketReader()
  readonly #packets: AdbPacket[] = []
  #wake = () => {}
  isClosed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      this.#packets.push(...this.#reader.push(chunk))
      this.#wake()
    })
    socket.on('close', () => {
      this.isClosed = true
      this.#wake()
    })
  }

  /** Rejects when the connection is refused. */
  static async connect(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawClient(socket)
  }

  send(command: AdbCommand, arg0: number, arg1: number, payload?: Uint8Array): void {
    this.socket.write(encodePacket(command, arg0, arg1, payload, { isChecksummed: true }))
  }

  /** The next packet; null when the phone has closed the connection. */
  async next(): Promise<AdbPacket | null> {
    while (this.#packets.length === 0) {
      if (this.isClosed) return null
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#packets.shift() ?? null
  }

  hello(): void {
    this.send(AdbCommand.CNXN, ADB_VERSION, 256 * 1024, HELLO)
  }

  /** Answers the challenge and returns the next packet. */
  async authenticate(key: KeyObject): Promise<AdbPacket | null> {
    this.hello()
    const challenge = await this.next()
    if (challenge === null) return null
    this.send(AdbCommand.AUTH, AuthType.signature, 0, signToken(key, challenge.payload))
    return this.next()
  }

  /** Output of a command over shell v1; null when the stream is not closed properly. */
  async shell(command: string, id = 1): Promise<string | null> {
    this.send(AdbCommand.OPEN, id, 0, Buffer.from(`exec:${command}\0`))
    let printed = ''
    for (let packet = await this.next(); packet !== null; packet = await this.next()) {
      if (packet.command === AdbCommand.CLSE) return printed
      if (packet.command !== AdbCommand.WRTE) continue
      printed += Buffer.from(packet.payload).toString()
      this.send(AdbCommand.OKAY, id, packet.arg0)
    }
    return null
  }

  close(): void {
    this.socket.destroy()
  }
}
