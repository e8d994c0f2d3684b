import { ProtocolError } from '../protocol-error.ts'
import { encodeSyncWord, readSyncMessage, SYNC_DATA_MAX_BYTES, UnitReader } from './sync.ts'

/** Version 2 stat; `error` is an errno, 0 for success. */
export interface SyncStat {
  error: number
  device: bigint
  inode: bigint
  mode: number
  links: number
  userId: number
  groupId: number
  sizeBytes: bigint
  accessedAtSeconds: bigint
  modifiedAtSeconds: bigint
  changedAtSeconds: bigint
}

/** Version 1 stat; all zero when the file does not exist. */
export interface SyncStatV1 {
  mode: number
  sizeBytes: number
  modifiedAtSeconds: number
}

export type SyncResponse =
  | ({ id: 'STAT' } & SyncStatV1)
  | ({ id: 'STA2' | 'LST2' } & SyncStat)
  | ({ id: 'DENT'; name: string } & SyncStatV1)
  | ({ id: 'DNT2'; name: string } & SyncStat)
  | { id: 'DATA'; data: Uint8Array }
  | { id: 'DONE' | 'OKAY' }
  | { id: 'FAIL'; message: string }

const STAT_BYTES = 72
const STAT_V1_BYTES = 16
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function encodeStatV1(id: 'STAT' | 'DENT', stat: SyncStatV1): Uint8Array {
  const rest = new Uint8Array(8)
  const view = new DataView(rest.buffer)
  view.setUint32(0, stat.sizeBytes, true)
  view.setUint32(4, stat.modifiedAtSeconds, true)
  return encodeSyncWord(id, stat.mode, rest)
}

export function encodeStat(id: 'STA2' | 'LST2' | 'DNT2', stat: SyncStat): Uint8Array {
  const rest = new Uint8Array(STAT_BYTES - 8)
  const view = new DataView(rest.buffer)
  view.setBigUint64(0, stat.device, true)
  view.setBigUint64(8, stat.inode, true)
  view.setUint32(16, stat.mode, true)
  view.setUint32(20, stat.links, true)
  view.setUint32(24, stat.userId, true)
  view.setUint32(28, stat.groupId, true)
  view.setBigUint64(32, stat.sizeBytes, true)
  view.setBigInt64(40, stat.accessedAtSeconds, true)
  view.setBigInt64(48, stat.modifiedAtSeconds, true)
  view.setBigInt64(56, stat.changedAtSeconds, true)
  return encodeSyncWord(id, stat.error, rest)
}

/** One entry of a folder, in the old or the new form. */
export function encodeEntryV1(name: string, stat: SyncStatV1): Uint8Array {
  return withName(encodeStatV1('DENT', stat), name)
}

export function encodeEntry(name: string, stat: SyncStat): Uint8Array {
  return withName(encodeStat('DNT2', stat), name)
}

/** Final entry of a list: DONE and zeros. */
export const encodeListEnd = (version: 1 | 2) =>
  encodeSyncWord('DONE', 0, new Uint8Array((version === 1 ? STAT_V1_BYTES : STAT_BYTES) - 4))

function withName(head: Uint8Array, name: string): Uint8Array {
  const nameBytes = encoder.encode(name)
  const bytes = new Uint8Array(head.length + 4 + nameBytes.length)
  bytes.set(head)
  new DataView(bytes.buffer).setUint32(head.length, nameBytes.length, true)
  bytes.set(nameBytes, head.length + 4)
  return bytes
}

/** Host side. `listVersion` gives the length of the final list entry, which depends on the request. */
export class SyncResponseReader {
  readonly #units = new UnitReader()
  readonly #listVersion: 1 | 2 | null

  constructor({ listVersion = null }: { listVersion?: 1 | 2 | null } = {}) {
    this.#listVersion = listVersion
  }

  push(chunk: Uint8Array): SyncResponse[] {
    this.#units.push(chunk)
    const answers: SyncResponse[] = []
    for (let answer = this.#next(); answer !== null; answer = this.#next()) answers.push(answer)
    return answers
  }

  #next(): SyncResponse | null {
    const word = this.#units.word()
    if (word === null) return null
    const { id, value } = word
    switch (id) {
      case 'OKAY':
        return this.#whole(8, () => ({ id }))
      case 'DONE':
        return this.#whole(this.#doneBytes(), () => ({ id }))
      case 'FAIL': {
        const message = readSyncMessage(this.#units, value)
        return message === null ? null : { id, message }
      }
      case 'DATA':
        if (value > SYNC_DATA_MAX_BYTES) throw new ProtocolError(`A piece of ${value} bytes is too long.`)
        return this.#whole(8 + value, (bytes) => ({ id, data: bytes.subarray(8) }))
      case 'STAT':
        return this.#whole(STAT_V1_BYTES, (bytes) => ({ id, ...readStatV1(bytes) }))
      case 'STA2':
      case 'LST2':
        return this.#whole(STAT_BYTES, (bytes) => ({ id, ...readStat(bytes) }))
      case 'DENT':
        return this.#named(STAT_V1_BYTES, (bytes, name) => ({ id, name, ...readStatV1(bytes) }))
      case 'DNT2':
        return this.#named(STAT_BYTES, (bytes, name) => ({ id, name, ...readStat(bytes) }))
      default:
        throw new ProtocolError(`Unknown sync answer ${JSON.stringify(id)}.`)
    }
  }

  #doneBytes(): number {
    if (this.#listVersion === null) return 8
    return (this.#listVersion === 1 ? STAT_V1_BYTES : STAT_BYTES) + 4
  }

  #named(headBytes: number, read: (bytes: Uint8Array, name: string) => SyncResponse): SyncResponse | null {
    const head = this.#units.peek(headBytes + 4)
    if (head === null) return null
    const length = head.getUint32(headBytes, true)
    if (length > 1024) throw new ProtocolError(`A name of ${length} bytes is too long.`)
    return this.#whole(headBytes + 4 + length, (bytes) => read(bytes, decoder.decode(bytes.subarray(headBytes + 4))))
  }

  #whole(length: number, read: (bytes: Uint8Array) => SyncResponse): SyncResponse | null {
    return this.#units.peek(length) === null ? null : read(this.#units.take(length))
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

function readStatV1(bytes: Uint8Array): SyncStatV1 {
  const view = viewOf(bytes)
  return {
    mode: view.getUint32(4, true),
    sizeBytes: view.getUint32(8, true),
    modifiedAtSeconds: view.getUint32(12, true),
  }
}

function readStat(bytes: Uint8Array): SyncStat {
  const view = viewOf(bytes)
  return {
    error: view.getUint32(4, true),
    device: view.getBigUint64(8, true),
    inode: view.getBigUint64(16, true),
    mode: view.getUint32(24, true),
    links: view.getUint32(28, true),
    userId: view.getUint32(32, true),
    groupId: view.getUint32(36, true),
    sizeBytes: view.getBigUint64(40, true),
    accessedAtSeconds: view.getBigInt64(48, true),
    modifiedAtSeconds: view.getBigInt64(56, true),
    changedAtSeconds: view.getBigInt64(64, true),
  }
}
