import { ProtocolError } from '../protocol-error.ts'
import { EVENT_TYPES, type StreamEvent } from './events.ts'
import { decodeJson, decodeText, encodeText, openMessage } from './message.ts'

/** Messages from the gateway to a viewer, one per WebSocket message, big-endian, the kind in the first byte. */
export type ToViewer =
  | { kind: 'config'; width: number; height: number; data: Uint8Array }
  | { kind: 'frame'; isKey: boolean; ptsUs: number; data: Uint8Array }
  | { kind: 'clipboard'; text: string }
  | { kind: 'pong'; id: number }
  | { kind: 'event'; event: StreamEvent }

const CONFIG = 1
const FRAME = 2
const CLIPBOARD = 3
const PONG = 4
const EVENT = 5

const CONFIG_HEADER_BYTES = 5
const FRAME_HEADER_BYTES = 10
const IS_KEY = 1

export function encodeToViewer(message: ToViewer): Uint8Array<ArrayBuffer> {
  switch (message.kind) {
    case 'config': {
      const { bytes, view } = openMessage(CONFIG, CONFIG_HEADER_BYTES, message.data)
      view.setUint16(1, message.width)
      view.setUint16(3, message.height)
      return bytes
    }
    case 'frame': {
      const { bytes, view } = openMessage(FRAME, FRAME_HEADER_BYTES, message.data)
      view.setUint8(1, message.isKey ? IS_KEY : 0)
      view.setBigUint64(2, BigInt(message.ptsUs))
      return bytes
    }
    case 'clipboard':
      return openMessage(CLIPBOARD, 1, encodeText(message.text)).bytes
    case 'pong': {
      const { bytes, view } = openMessage(PONG, 5)
      view.setUint32(1, message.id)
      return bytes
    }
    case 'event':
      return openMessage(EVENT, 1, encodeText(JSON.stringify(message.event))).bytes
  }
}

/** Pictures are views into `bytes`: they cost no copy and live as long as it does. */
export function decodeToViewer(bytes: Uint8Array): ToViewer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const least = (count: number): void => {
    if (bytes.length < count) throw new ProtocolError(`message of ${bytes.length} bytes is cut off`)
  }
  switch (bytes[0]) {
    case CONFIG:
      least(CONFIG_HEADER_BYTES)
      return {
        kind: 'config',
        width: view.getUint16(1),
        height: view.getUint16(3),
        data: bytes.subarray(CONFIG_HEADER_BYTES),
      }
    case FRAME:
      least(FRAME_HEADER_BYTES)
      return {
        kind: 'frame',
        isKey: (view.getUint8(1) & IS_KEY) !== 0,
        ptsUs: Number(view.getBigUint64(2)),
        data: bytes.subarray(FRAME_HEADER_BYTES),
      }
    case CLIPBOARD:
      return { kind: 'clipboard', text: decodeText(bytes.subarray(1)) }
    case PONG:
      least(5)
      return { kind: 'pong', id: view.getUint32(1) }
    case EVENT:
      return { kind: 'event', event: decodeEvent(bytes.subarray(1)) }
    default:
      throw new ProtocolError(`unknown kind of message ${bytes[0] ?? 'none'}`)
  }
}

/** Fields are trusted; unknown types, as of a newer gateway, are rejected. */
function decodeEvent(bytes: Uint8Array): StreamEvent {
  const value = decodeJson(bytes)
  if (!EVENT_TYPES.has(value.type)) throw new ProtocolError(`unknown event ${value.type}`)
  return value as StreamEvent
}
