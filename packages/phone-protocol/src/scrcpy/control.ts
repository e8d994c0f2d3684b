import { ProtocolError } from '../protocol-error.ts'
import { ByteWriter, toSigned16, toUnsigned16, utf8 } from './byte-writer.ts'

/** Android's MotionEvent and KeyEvent actions. */
export const MotionAction = { down: 0, up: 1, move: 2, cancel: 3 } as const
export const KeyEventAction = { down: 0, up: 1 } as const
export const CopyKey = { none: 0, copy: 1, cut: 2 } as const

export interface ScreenPosition {
  x: number
  y: number
  /** Size of the picture the position was taken on; the phone drops positions of a picture it no longer shows. */
  width: number
  height: number
}

export interface TouchControl {
  type: 'injectTouch'
  action: number
  pointerId: bigint
  position: ScreenPosition
  /** 0..1 */
  pressure: number
  actionButton: number
  buttons: number
}

export interface ScrollControl {
  type: 'injectScroll'
  position: ScreenPosition
  /** Notches of a wheel, -16..16. */
  horizontal: number
  vertical: number
  buttons: number
}

export interface UhidCreateControl {
  type: 'uhidCreate'
  id: number
  vendorId: number
  productId: number
  name: string
  reportDescriptor: Uint8Array
}

/** Control messages of scrcpy 3.3.3. */
export type ControlMessage =
  | { type: 'injectKeyCode'; action: number; keyCode: number; repeat: number; metaState: number }
  | { type: 'injectText'; text: string }
  | TouchControl
  | ScrollControl
  | { type: 'backOrScreenOn'; action: number }
  | { type: 'expandNotificationPanel' }
  | { type: 'expandSettingsPanel' }
  | { type: 'collapsePanels' }
  | { type: 'getClipboard'; copyKey: number }
  /** A sequence of 0 asks for no acknowledgement. */
  | { type: 'setClipboard'; sequence: bigint; isPaste: boolean; text: string }
  | { type: 'setDisplayPower'; isOn: boolean }
  | { type: 'rotateDevice' }
  | UhidCreateControl
  | { type: 'uhidInput'; id: number; data: Uint8Array }
  | { type: 'uhidDestroy'; id: number }
  | { type: 'openHardKeyboardSettings' }
  /** The name is a package; `+` in front stops it first, `?` searches by label. */
  | { type: 'startApp'; name: string }
  | { type: 'resetVideo' }

export type ControlType = ControlMessage['type']

/** The position of a type is its number on the wire. */
export const CONTROL_TYPES: readonly ControlType[] = [
  'injectKeyCode',
  'injectText',
  'injectTouch',
  'injectScroll',
  'backOrScreenOn',
  'expandNotificationPanel',
  'expandSettingsPanel',
  'collapsePanels',
  'getClipboard',
  'setClipboard',
  'setDisplayPower',
  'rotateDevice',
  'uhidCreate',
  'uhidInput',
  'uhidDestroy',
  'openHardKeyboardSettings',
  'startApp',
  'resetVideo',
]

/** Longest message either end accepts. */
export const MAX_CONTROL_BYTES = 1 << 18

/** Wheel notches that the largest fixed-point value stands for. */
export const SCROLL_RANGE = 16
const MAX_NAME_BYTES = 127
const MAX_APP_NAME_BYTES = 255

export function encodeControl(message: ControlMessage): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter().u8(CONTROL_TYPES.indexOf(message.type))
  writeBody(out, message)
  return out.finish()
}

function writeBody(out: ByteWriter, message: ControlMessage): void {
  switch (message.type) {
    case 'injectKeyCode':
      out.u8(message.action).u32(message.keyCode).u32(message.repeat).u32(message.metaState)
      return
    case 'injectText': {
      const text = utf8(message.text)
      out.u32(text.length).data(text)
      return
    }
    case 'injectTouch':
      out.u8(message.action).u64(message.pointerId)
      writePosition(out, message.position)
      out.u16(toUnsigned16(message.pressure)).u32(message.actionButton).u32(message.buttons)
      return
    case 'injectScroll':
      writePosition(out, message.position)
      out.u16(toSigned16(message.horizontal / SCROLL_RANGE)).u16(toSigned16(message.vertical / SCROLL_RANGE))
      out.u32(message.buttons)
      return
    case 'backOrScreenOn':
      out.u8(message.action)
      return
    case 'getClipboard':
      out.u8(message.copyKey)
      return
    case 'setClipboard': {
      const text = utf8(message.text)
      out
        .u64(message.sequence)
        .u8(message.isPaste ? 1 : 0)
        .u32(text.length)
        .data(text)
      return
    }
    case 'setDisplayPower':
      out.u8(message.isOn ? 1 : 0)
      return
    case 'uhidCreate': {
      const name = shortText(message.name, MAX_NAME_BYTES)
      out.u16(message.id).u16(message.vendorId).u16(message.productId).u8(name.length).data(name)
      out.u16(message.reportDescriptor.length).data(message.reportDescriptor)
      return
    }
    case 'uhidInput':
      out.u16(message.id).u16(message.data.length).data(message.data)
      return
    case 'uhidDestroy':
      out.u16(message.id)
      return
    case 'startApp': {
      const name = shortText(message.name, MAX_APP_NAME_BYTES)
      out.u8(name.length).data(name)
      return
    }
    case 'expandNotificationPanel':
    case 'expandSettingsPanel':
    case 'collapsePanels':
    case 'rotateDevice':
    case 'openHardKeyboardSettings':
    case 'resetVideo':
      return
  }
}

function writePosition(out: ByteWriter, position: ScreenPosition): void {
  out.u32(position.x).u32(position.y).u16(position.width).u16(position.height)
}

function shortText(text: string, limitBytes: number): Uint8Array {
  const bytes = utf8(text)
  if (bytes.length > limitBytes) throw new ProtocolError(`name of ${bytes.length} bytes is too long`)
  return bytes
}
