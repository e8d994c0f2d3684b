import { ProtocolError } from '../protocol-error.ts'

/** A file transfer goes in pieces of at most this size. */
export const SYNC_DATA_MAX_BYTES = 64 * 1024
/** Longer names are refused by Android, too. */
const PATH_MAX_BYTES = 1024
const MESSAGE_MAX_BYTES = 64 * 1024

const PATH_REQUESTS = ['STAT', 'LIST', 'SEND', 'RECV', 'STA2', 'LST2', 'LIS2', 'SND2', 'RCV2'] as const
type PathRequest = (typeof PATH_REQUESTS)[number]

/** Compression of a version 2 transfer: none. */
export const SYNC_FLAG_NONE = 0

/** Requests of the host. SND2 and RCV2 arrive in two parts with the same id. */
export type SyncRequest =
  | { id: 'STAT' | 'LIST' | 'RECV' | 'STA2' | 'LST2' | 'LIS2'; path: string }
  | { id: 'SEND'; path: string; mode: number }
  | { id: 'SND2'; path: string; mode: number; flags: number }
  | { id: 'RCV2'; path: string; flags: number }
  | { id: 'DATA'; data: Uint8Array }
  | { id: 'DONE'; modifiedAtSeconds: number }
  | { id: 'QUIT' }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const isPathRequest = (id: string): id is PathRequest => (PATH_REQUESTS as readonly string[]).includes(id)

/** Four-letter id, little-endian number, payload. */
export function encodeSyncWord(id: string, value: number, ...rest: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(8 + rest.reduce((sum, part) => sum + part.length, 0))
  bytes.set(encoder.encode(id))
  new DataView(bytes.buffer).setUint32(4, value, true)
  let offset = 8
  for (const part of rest) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}

const encodeText = (id: string, text: string, ...rest: readonly Uint8Array[]) => {
  const bytes = encoder.encode(text)
  return encodeSyncWord(id, bytes.length, bytes, ...rest)
}

export const encodeSyncFail = (message: string) => encodeText('FAIL', message)
export const encodeSyncData = (data: Uint8Array) => encodeSyncWord('DATA', data.length, data)

export function encodeSyncRequest(request: SyncRequest): Uint8Array {
  switch (request.id) {
    case 'SEND':
      return encodeText('SEND', `${request.path},${request.mode}`)
    case 'SND2': {
      const flags = new Uint8Array(4)
      new DataView(flags.buffer).setUint32(0, request.flags, true)
      return encodeText('SND2', request.path, encodeSyncWord('SND2', request.mode, flags))
    }
    case 'RCV2':
      return encodeText('RCV2', request.path, encodeSyncWord('RCV2', request.flags))
    case 'DATA':
      return encodeSyncData(request.data)
    case 'DONE':
      return encodeSyncWord('DONE', request.modifiedAtSeconds)
    case 'QUIT':
      return encodeSyncWord('QUIT', 0)
    default:
      return encodeText(request.id, request.path)
  }
}

/** Buffers bytes until a unit is complete. */
export class UnitReader {
  #bytes: Uint8Array = new Uint8Array(0)

  push(chunk: Uint8Array): void {
    const joined = new Uint8Array(this.#bytes.length + chunk.length)
    joined.set(this.#bytes)
    joined.set(chunk, this.#bytes.length)
    this.#bytes = joined
  }

  /** The first bytes without taking them, or null while they have not all arrived. */
  peek(length: number): DataView | null {
    return this.#bytes.length < length ? null : new DataView(this.#bytes.buffer, this.#bytes.byteOffset, length)
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return taken
  }

  word(): { id: string; value: number } | null {
    const view = this.peek(8)
    if (view === null) return null
    return { id: String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(at))), value: view.getUint32(4, true) }
  }
}

/** Device side: splits the host's bytes into requests. */
export class SyncRequestReader {
  readonly #units = new UnitReader()

  push(chunk: Uint8Array): SyncRequest[] {
    this.#units.push(chunk)
    const requests: SyncRequest[] = []
    for (let request = this.#next(); request !== null; request = this.#next()) requests.push(request)
    return requests
  }

  #next(): SyncRequest | null {
    const word = this.#units.word()
    if (word === null) return null
    const { id, value } = word
    if (id === 'QUIT') return this.#whole(8, () => ({ id }))
    if (id === 'DONE') return this.#whole(8, () => ({ id, modifiedAtSeconds: value }))
    if (id === 'DATA') {
      if (value > SYNC_DATA_MAX_BYTES) throw new ProtocolError(`A piece of ${value} bytes is too long.`)
      return this.#whole(8 + value, (bytes) => ({ id, data: bytes.subarray(8) }))
    }
    if (!isPathRequest(id)) throw new ProtocolError(`Unknown sync request ${JSON.stringify(id)}.`)
    if (value > PATH_MAX_BYTES) throw new ProtocolError(`A path of ${value} bytes is too long.`)
    return this.#pathRequest(id, value)
  }

  #pathRequest(id: PathRequest, length: number): SyncRequest | null {
    const end = 8 + length
    const pathOf = (bytes: Uint8Array) => decoder.decode(bytes.subarray(8, end))
    switch (id) {
      case 'SEND':
        return this.#whole(end, (bytes) => splitMode(pathOf(bytes)))
      case 'SND2':
        return this.#whole(end + 12, (bytes) => {
          const view = secondPart(bytes, end, id)
          return { id, path: pathOf(bytes), mode: view.getUint32(4, true), flags: view.getUint32(8, true) }
        })
      case 'RCV2':
        return this.#whole(end + 8, (bytes) => {
          const view = secondPart(bytes, end, id)
          return { id, path: pathOf(bytes), flags: view.getUint32(4, true) }
        })
      default:
        return this.#whole(end, (bytes) => ({ id, path: pathOf(bytes) }))
    }
  }

  #whole(length: number, read: (bytes: Uint8Array) => SyncRequest): SyncRequest | null {
    return this.#units.peek(length) === null ? null : read(this.#units.take(length))
  }
}

function secondPart(bytes: Uint8Array, offset: number, id: string): DataView {
  if (decoder.decode(bytes.subarray(offset, offset + 4)) !== id) throw new ProtocolError(`${id} lacks its second part.`)
  return new DataView(bytes.buffer, bytes.byteOffset + offset, bytes.length - offset)
}

/** The mode stands in decimal behind the last comma; the name before it may hold commas too. */
function splitMode(text: string): SyncRequest {
  const comma = text.lastIndexOf(',')
  const mode = Number(text.slice(comma + 1))
  if (comma < 0 || !Number.isInteger(mode)) throw new ProtocolError('A file is sent without a mode.')
  return { id: 'SEND', path: text.slice(0, comma), mode }
}

export function readSyncMessage(units: UnitReader, length: number): string | null {
  if (length > MESSAGE_MAX_BYTES) throw new ProtocolError(`A message of ${length} bytes is too long.`)
  return units.peek(8 + length) === null ? null : decoder.decode(units.take(8 + length).subarray(8))
}
