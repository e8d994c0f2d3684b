import { ProtocolError } from '../protocol-error.ts'
import { fromSigned16, fromUnsigned16 } from './byte-writer.ts'
import {
  CONTROL_TYPES,
  type ControlMessage,
  type ControlType,
  MAX_CONTROL_BYTES,
  SCROLL_RANGE,
  type ScreenPosition,
} from './control.ts'
import { PendingBytes } from './pending-bytes.ts'

/** Splits the control socket's bytes into messages, for any chunking. */
export class ControlReader {
  readonly #pending: PendingBytes

  constructor(maxMessageBytes = MAX_CONTROL_BYTES) {
    this.#pending = new PendingBytes(maxMessageBytes)
  }

  push(chunk: Uint8Array): ControlMessage[] {
    this.#pending.push(chunk)
    const messages: ControlMessage[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  #next(): ControlMessage | null {
    if (this.#pending.length === 0) return null
    const { bytes, view } = this.#pending.peek()
    const type = CONTROL_TYPES[view.getUint8(0)]
    if (!type) throw new ProtocolError(`unknown control message ${view.getUint8(0)}`)
    const lengthBytes = measure(type, view)
    this.#pending.checkLength(lengthBytes)
    if (bytes.length < lengthBytes) return null
    const message = parse(type, bytes.subarray(0, lengthBytes), view)
    this.#pending.drop(lengthBytes)
    return message
  }
}

const FIXED_BYTES: Readonly<Partial<Record<ControlType, number>>> = {
  injectKeyCode: 14,
  injectTouch: 32,
  injectScroll: 21,
  backOrScreenOn: 2,
  getClipboard: 2,
  setDisplayPower: 2,
  uhidDestroy: 3,
}

/** Length of the message as far as the bytes that are here tell: once they are all here, it is the whole length. */
function measure(type: ControlType, view: DataView): number {
  const has = (count: number) => view.byteLength >= count
  switch (type) {
    case 'injectText':
      return has(5) ? 5 + view.getUint32(1) : 5
    case 'setClipboard':
      return has(14) ? 14 + view.getUint32(10) : 14
    case 'uhidInput':
      return has(5) ? 5 + view.getUint16(3) : 5
    case 'startApp':
      return has(2) ? 2 + view.getUint8(1) : 2
    case 'uhidCreate': {
      if (!has(8)) return 8
      const headerBytes = 8 + view.getUint8(7) + 2
      return has(headerBytes) ? headerBytes + view.getUint16(headerBytes - 2) : headerBytes
    }
    default:
      return FIXED_BYTES[type] ?? 1
  }
}

function parse(type: ControlType, bytes: Uint8Array, view: DataView): ControlMessage {
  switch (type) {
    case 'injectKeyCode':
      return {
        type,
        action: view.getUint8(1),
        keyCode: view.getInt32(2),
        repeat: view.getInt32(6),
        metaState: view.getInt32(10),
      }
    case 'injectText':
      return { type, text: text(bytes.subarray(5)) }
    case 'injectTouch':
      return {
        type,
        action: view.getUint8(1),
        pointerId: view.getBigInt64(2),
        position: readPosition(view, 10),
        pressure: fromUnsigned16(view.getUint16(22)),
        actionButton: view.getInt32(24),
        buttons: view.getInt32(28),
      }
    case 'injectScroll':
      return {
        type,
        position: readPosition(view, 1),
        horizontal: fromSigned16(view.getInt16(13)) * SCROLL_RANGE,
        vertical: fromSigned16(view.getInt16(15)) * SCROLL_RANGE,
        buttons: view.getInt32(17),
      }
    case 'backOrScreenOn':
      return { type, action: view.getUint8(1) }
    case 'getClipboard':
      return { type, copyKey: view.getUint8(1) }
    case 'setClipboard':
      return {
        type,
        sequence: view.getBigUint64(1),
        isPaste: view.getUint8(9) !== 0,
        text: text(bytes.subarray(14)),
      }
    case 'setDisplayPower':
      return { type, isOn: view.getUint8(1) !== 0 }
    case 'uhidCreate': {
      const nameEnd = 8 + view.getUint8(7)
      return {
        type,
        id: view.getUint16(1),
        vendorId: view.getUint16(3),
        productId: view.getUint16(5),
        name: text(bytes.subarray(8, nameEnd)),
        reportDescriptor: bytes.slice(nameEnd + 2),
      }
    }
    case 'uhidInput':
      return { type, id: view.getUint16(1), data: bytes.slice(5) }
    case 'uhidDestroy':
      return { type, id: view.getUint16(1) }
    case 'startApp':
      return { type, name: text(bytes.subarray(2)) }
    case 'expandNotificationPanel':
    case 'expandSettingsPanel':
    case 'collapsePanels':
    case 'rotateDevice':
    case 'openHardKeyboardSettings':
    case 'resetVideo':
      return { type }
  }
}

const readPosition = (view: DataView, offset: number): ScreenPosition => ({
  x: view.getInt32(offset),
  y: view.getInt32(offset + 4),
  width: view.getUint16(offset + 8),
  height: view.getUint16(offset + 10),
})

const decoder = new TextDecoder()
/** The phone replaces what is not UTF-8, as Java does. */
const text = (bytes: Uint8Array): string => decoder.decode(bytes)
