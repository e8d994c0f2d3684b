import { ProtocolError } from '../protocol-error.ts'
import { utf8 } from './byte-writer.ts'
import { PendingBytes } from './pending-bytes.ts'

const DEVICE_NAME_BYTES = 64
const CODEC_META_BYTES = 12
const FRAME_HEADER_BYTES = 12
const MAX_PACKET_BYTES = 16 * 1024 * 1024

const IS_CONFIG = 1n << 63n
const IS_KEY = 1n << 62n
const PTS_MASK = IS_KEY - 1n

/** Codec ids are four letters, but for the two by which a device refuses a stream. */
export const CodecId = { h264: 0x68_32_36_34, disabled: 0, error: 1 } as const

export type VideoPacket =
  | { type: 'config'; data: Uint8Array }
  | { type: 'frame'; isKey: boolean; ptsUs: number; data: Uint8Array }

export interface CodecMeta {
  codecId: number
  width: number
  height: number
}

/** The name, cut to 63 bytes between two characters and filled up with zeros. */
export function encodeDeviceName(name: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(DEVICE_NAME_BYTES)
  let end = 0
  for (const character of name) {
    const encoded = utf8(character)
    if (end + encoded.length >= DEVICE_NAME_BYTES) break
    bytes.set(encoded, end)
    end += encoded.length
  }
  return bytes
}

export function encodeCodecMeta(meta: CodecMeta): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(CODEC_META_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, meta.codecId)
  view.setUint32(4, meta.width)
  view.setUint32(8, meta.height)
  return bytes
}

export function encodeVideoPacket(packet: VideoPacket): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FRAME_HEADER_BYTES + packet.data.length)
  const view = new DataView(bytes.buffer)
  const flags = packet.type === 'config' ? IS_CONFIG : BigInt(packet.ptsUs) | (packet.isKey ? IS_KEY : 0n)
  view.setBigUint64(0, flags)
  view.setUint32(8, packet.data.length)
  bytes.set(packet.data, FRAME_HEADER_BYTES)
  return bytes
}

/** The first bytes of the video socket: with a forward tunnel one dummy byte, then the device's name and the codec. */
export interface VideoPreamble {
  hasDummyByte: boolean
  hasDeviceName: boolean
}

export type VideoItem = { type: 'deviceName'; name: string } | ({ type: 'codec' } & CodecMeta) | VideoPacket

const decoder = new TextDecoder()

/** Splits the video socket's bytes, for any chunking. */
export class VideoReader {
  readonly #pending = new PendingBytes(MAX_PACKET_BYTES)
  readonly #expected: ('dummyByte' | 'deviceName' | 'codec')[]

  constructor({ hasDummyByte, hasDeviceName }: VideoPreamble) {
    this.#expected = [
      ...(hasDummyByte ? (['dummyByte'] as const) : []),
      ...(hasDeviceName ? (['deviceName'] as const) : []),
      'codec',
    ]
  }

  push(chunk: Uint8Array): VideoItem[] {
    this.#pending.push(chunk)
    const items: VideoItem[] = []
    for (let item = this.#next(); item; item = this.#next()) items.push(item)
    return items
  }

  #next(): VideoItem | null {
    const expected = this.#expected[0]
    if (!expected) return this.#nextPacket()
    const countBytes = { dummyByte: 1, deviceName: DEVICE_NAME_BYTES, codec: CODEC_META_BYTES }[expected]
    if (this.#pending.length < countBytes) return null
    this.#expected.shift()
    const bytes = this.#pending.take(countBytes)
    switch (expected) {
      case 'dummyByte':
        return this.#next()
      case 'deviceName':
        return { type: 'deviceName', name: decoder.decode(bytes).replace(/\0.*$/s, '') }
      case 'codec': {
        const view = new DataView(bytes.buffer)
        return { type: 'codec', codecId: view.getUint32(0), width: view.getUint32(4), height: view.getUint32(8) }
      }
    }
  }

  #nextPacket(): VideoPacket | null {
    if (this.#pending.length < FRAME_HEADER_BYTES) return null
    const { view } = this.#pending.peek()
    const flags = view.getBigUint64(0)
    const lengthBytes = view.getUint32(8)
    if (lengthBytes === 0) throw new ProtocolError('empty video packet')
    this.#pending.checkLength(lengthBytes)
    if (this.#pending.length < FRAME_HEADER_BYTES + lengthBytes) return null
    this.#pending.drop(FRAME_HEADER_BYTES)
    const data = this.#pending.take(lengthBytes)
    if (flags & IS_CONFIG) return { type: 'config', data }
    return { type: 'frame', isKey: (flags & IS_KEY) !== 0n, ptsUs: Number(flags & PTS_MASK), data }
  }
}
