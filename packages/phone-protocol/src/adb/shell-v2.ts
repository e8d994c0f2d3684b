import { ProtocolError } from '../protocol-error.ts'

/** Ids of the shell v2 protocol. */
export const ShellId = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4, windowSize: 5 } as const
export type ShellId = (typeof ShellId)[keyof typeof ShellId]

export interface ShellFrame {
  id: ShellId
  data: Uint8Array
}

const HEADER_BYTES = 5
const LAST_ID = ShellId.windowSize
const NOTHING = new Uint8Array(0)

export function encodeShellFrame(id: ShellId, data: Uint8Array = NOTHING): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + data.length)
  bytes[0] = id
  new DataView(bytes.buffer).setUint32(1, data.length, true)
  bytes.set(data, HEADER_BYTES)
  return bytes
}

/** Splits a byte stream into frames; a long frame is passed on in parts as it arrives. */
export class ShellFrameReader {
  readonly #header = new Uint8Array(HEADER_BYTES)
  #filled = 0
  #left = 0

  push(chunk: Uint8Array): ShellFrame[] {
    const frames: ShellFrame[] = []
    let rest = chunk
    while (rest.length > 0) {
      if (this.#left === 0) {
        rest = this.#readHeader(rest)
        if (this.#filled < HEADER_BYTES) return frames
        if (this.#left > 0) continue
      }
      const data = rest.slice(0, this.#left)
      rest = rest.subarray(data.length)
      this.#left -= data.length
      frames.push({ id: this.#id(), data })
      if (this.#left === 0) this.#filled = 0
    }
    return frames
  }

  #readHeader(chunk: Uint8Array): Uint8Array {
    const taken = chunk.subarray(0, HEADER_BYTES - this.#filled)
    this.#header.set(taken, this.#filled)
    this.#filled += taken.length
    if (this.#filled === HEADER_BYTES) {
      this.#id()
      this.#left = new DataView(this.#header.buffer).getUint32(1, true)
    }
    return chunk.subarray(taken.length)
  }

  #id(): ShellId {
    const id = this.#header[0] ?? LAST_ID
    if (id > LAST_ID) throw new ProtocolError(`Unknown shell frame ${id}.`)
    return id as ShellId
  }
}
