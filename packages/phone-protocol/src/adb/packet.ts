import { ProtocolError } from '../protocol-error.ts'

/** The command word is its four letters, read as a little-endian number. */
export const AdbCommand = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
  STLS: 0x534c5453,
} as const
export type AdbCommand = (typeof AdbCommand)[keyof typeof AdbCommand]

/** From this version on neither side computes checksums. */
export const ADB_VERSION = 0x01000001
export const ADB_MAX_PAYLOAD_BYTES = 1024 * 1024

export interface AdbPacket {
  command: AdbCommand
  arg0: number
  arg1: number
  payload: Uint8Array
}

const HEADER_BYTES = 24
const COMMANDS: ReadonlySet<number> = new Set(Object.values(AdbCommand))
const NOTHING = new Uint8Array(0)

const isCommand = (value: number): value is AdbCommand => COMMANDS.has(value)

export function encodePacket(
  command: AdbCommand,
  arg0: number,
  arg1: number,
  payload: Uint8Array = NOTHING,
  { isChecksummed = false } = {},
): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + payload.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, command, true)
  view.setUint32(4, arg0, true)
  view.setUint32(8, arg1, true)
  view.setUint32(12, payload.length, true)
  view.setUint32(16, isChecksummed ? sumOf(payload) : 0, true)
  view.setUint32(20, ~command, true)
  bytes.set(payload, HEADER_BYTES)
  return bytes
}

/** Old peers call it a CRC; it is the sum of all bytes. */
function sumOf(payload: Uint8Array): number {
  let sum = 0
  for (const byte of payload) sum += byte
  return sum >>> 0
}

interface Header {
  command: AdbCommand
  arg0: number
  arg1: number
  length: number
}

/** Splits a byte stream into packets, for any chunking; buffers at most one incomplete packet. */
export class AdbPacketReader {
  readonly #maxPayloadBytes: number
  readonly #headerBytes = new Uint8Array(HEADER_BYTES)
  #header: Header | null = null
  #payload: Uint8Array = NOTHING
  #filled = 0

  constructor({ maxPayloadBytes = ADB_MAX_PAYLOAD_BYTES } = {}) {
    this.#maxPayloadBytes = maxPayloadBytes
  }

  push(chunk: Uint8Array): AdbPacket[] {
    const packets: AdbPacket[] = []
    let rest = chunk
    for (;;) {
      if (this.#header === null) {
        rest = this.#fill(this.#headerBytes, rest)
        if (this.#filled < HEADER_BYTES) return packets
        this.#header = this.#readHeader()
        this.#payload = new Uint8Array(this.#header.length)
        this.#filled = 0
      }
      rest = this.#fill(this.#payload, rest)
      if (this.#filled < this.#payload.length) return packets
      const { command, arg0, arg1 } = this.#header
      packets.push({ command, arg0, arg1, payload: this.#payload })
      this.#header = null
      this.#filled = 0
    }
  }

  #fill(target: Uint8Array, source: Uint8Array): Uint8Array {
    const taken = source.subarray(0, target.length - this.#filled)
    target.set(taken, this.#filled)
    this.#filled += taken.length
    return source.subarray(taken.length)
  }

  #readHeader(): Header {
    const view = new DataView(this.#headerBytes.buffer)
    const command = view.getUint32(0, true)
    const length = view.getUint32(12, true)
    if (view.getUint32(20, true) !== ~command >>> 0) throw new ProtocolError('The magic does not fit the command.')
    if (!isCommand(command)) throw new ProtocolError(`Unknown command 0x${command.toString(16)}.`)
    if (length > this.#maxPayloadBytes) throw new ProtocolError(`A payload of ${length} bytes is too long.`)
    return { command, arg0: view.getUint32(4, true), arg1: view.getUint32(8, true), length }
  }
}
