import { ProtocolError } from '../protocol-error.ts'
import type { StreamRequest } from './events.ts'
import { decodeJson, decodeText, encodeText, openMessage } from './message.ts'
import { isQualityName } from './quality.ts'

export type TouchAction = 'down' | 'up' | 'move' | 'cancel'
export type KeyAction = 'down' | 'up'

/** Messages from a viewer to the gateway, one per WebSocket message, big-endian, the kind in the first byte. */
export type FromViewer =
  | TouchMessage
  | { kind: 'scroll'; x: number; y: number; dx: number; dy: number }
  | { kind: 'key'; action: KeyAction; keyCode: number; metaState: number; repeat: number }
  | { kind: 'text'; text: string }
  | { kind: 'clipboard'; text: string; isPaste: boolean }
  | { kind: 'ping'; id: number }
  | { kind: 'request'; request: StreamRequest }

export interface TouchMessage {
  kind: 'touch'
  action: TouchAction
  pointerId: number
  /** 0..65535 of the picture's width, so that a rotation in flight cannot turn a touch into nonsense. */
  x: number
  y: number
  /** 0..1 */
  pressure: number
}

const TOUCH = 1
const SCROLL = 2
const KEY = 3
const TEXT = 4
const CLIPBOARD = 5
const PING = 6
const REQUEST = 7

const TOUCH_ACTIONS: readonly TouchAction[] = ['down', 'up', 'move', 'cancel']
const KEY_ACTIONS: readonly KeyAction[] = ['down', 'up']
const POSITION_MAX = 65_535
/** Scrolling is counted in notches of a wheel, sent in 256ths. */
const SCROLL_STEPS = 256
const SCROLL_MAX = 32_767

/** scrcpy takes other first characters for options of the start. */
const PACKAGE_NAME = /^[A-Za-z]\w*(?:\.\w+)+$/
/** scrcpy's limit is 255 bytes. */
const PACKAGE_NAME_MAX = 255

/** A viewer's longest message: a clipboard of this size and nothing above. */
export const MAX_FROM_VIEWER_BYTES = 256 * 1024

export function encodeFromViewer(message: FromViewer): Uint8Array<ArrayBuffer> {
  switch (message.kind) {
    case 'touch':
      return encodeTouch(message)
    case 'scroll': {
      const { bytes, view } = openMessage(SCROLL, 9)
      view.setUint16(1, clamp(message.x, 0, POSITION_MAX))
      view.setUint16(3, clamp(message.y, 0, POSITION_MAX))
      view.setInt16(5, clamp(message.dx * SCROLL_STEPS, -SCROLL_MAX, SCROLL_MAX))
      view.setInt16(7, clamp(message.dy * SCROLL_STEPS, -SCROLL_MAX, SCROLL_MAX))
      return bytes
    }
    case 'key': {
      const { bytes, view } = openMessage(KEY, 10)
      view.setUint8(1, KEY_ACTIONS.indexOf(message.action))
      view.setUint16(2, message.keyCode)
      view.setUint32(4, message.metaState)
      view.setUint16(8, message.repeat)
      return bytes
    }
    case 'text':
      return openMessage(TEXT, 1, encodeText(message.text)).bytes
    case 'clipboard': {
      const { bytes } = openMessage(CLIPBOARD, 2, encodeText(message.text))
      bytes[1] = message.isPaste ? 1 : 0
      return bytes
    }
    case 'ping': {
      const { bytes, view } = openMessage(PING, 5)
      view.setUint32(1, message.id)
      return bytes
    }
    case 'request':
      return openMessage(REQUEST, 1, encodeText(JSON.stringify(message.request))).bytes
  }
}

function encodeTouch(message: TouchMessage): Uint8Array<ArrayBuffer> {
  const { bytes, view } = openMessage(TOUCH, 9)
  view.setUint8(1, TOUCH_ACTIONS.indexOf(message.action))
  view.setUint8(2, message.pointerId)
  view.setUint16(3, clamp(message.x, 0, POSITION_MAX))
  view.setUint16(5, clamp(message.y, 0, POSITION_MAX))
  view.setUint16(7, clamp(message.pressure * POSITION_MAX, 0, POSITION_MAX))
  return bytes
}

/** Validates every field: viewers are untrusted. */
export function decodeFromViewer(bytes: Uint8Array): FromViewer {
  if (bytes.length > MAX_FROM_VIEWER_BYTES) throw new ProtocolError(`message of ${bytes.length} bytes is too long`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const exactly = (count: number): void => {
    if (bytes.length !== count) throw new ProtocolError(`message of ${bytes.length} bytes, ${count} expected`)
  }
  switch (bytes[0]) {
    case TOUCH:
      exactly(9)
      return {
        kind: 'touch',
        action: pick(TOUCH_ACTIONS, view.getUint8(1)),
        pointerId: view.getUint8(2),
        x: view.getUint16(3),
        y: view.getUint16(5),
        pressure: view.getUint16(7) / POSITION_MAX,
      }
    case SCROLL:
      exactly(9)
      return {
        kind: 'scroll',
        x: view.getUint16(1),
        y: view.getUint16(3),
        dx: view.getInt16(5) / SCROLL_STEPS,
        dy: view.getInt16(7) / SCROLL_STEPS,
      }
    case KEY:
      exactly(10)
      return {
        kind: 'key',
        action: pick(KEY_ACTIONS, view.getUint8(1)),
        keyCode: view.getUint16(2),
        metaState: view.getUint32(4),
        repeat: view.getUint16(8),
      }
    case TEXT:
      return { kind: 'text', text: decodeText(bytes.subarray(1)) }
    case CLIPBOARD:
      if (bytes.length < 2) throw new ProtocolError('clipboard is cut off')
      return { kind: 'clipboard', text: decodeText(bytes.subarray(2)), isPaste: bytes[1] === 1 }
    case PING:
      exactly(5)
      return { kind: 'ping', id: view.getUint32(1) }
    case REQUEST:
      return { kind: 'request', request: decodeRequest(bytes.subarray(1)) }
    default:
      throw new ProtocolError(`unknown kind of message ${bytes[0] ?? 'none'}`)
  }
}

const isPackageName = (text: string): boolean => text.length <= PACKAGE_NAME_MAX && PACKAGE_NAME.test(text)

function decodeRequest(bytes: Uint8Array): StreamRequest {
  const value = decodeJson(bytes)
  switch (value.type) {
    case 'quality':
      if (!isQualityName(value.name)) throw new ProtocolError('unknown quality')
      return { type: 'quality', name: value.name }
    case 'pictures':
      return { type: 'pictures', isOn: value.isOn === true }
    case 'startApp':
      if (typeof value.packageName !== 'string' || !isPackageName(value.packageName))
        throw new ProtocolError('not the name of a package')
      return { type: 'startApp', packageName: value.packageName }
    case 'takeControl':
    case 'releaseControl':
    case 'rotate':
    case 'keyFrame':
    case 'stillHere':
    case 'copy':
    case 'apps':
      return { type: value.type }
    default:
      throw new ProtocolError(`unknown request ${value.type.slice(0, 40)}`)
  }
}

function pick<T>(choices: readonly T[], index: number): T {
  const choice = choices[index]
  if (choice === undefined) throw new ProtocolError(`no action has the number ${index}`)
  return choice
}

const clamp = (value: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, value)))
