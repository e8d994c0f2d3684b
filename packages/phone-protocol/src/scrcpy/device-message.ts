import { ProtocolError } from '../protocol-error.ts'
import { ByteWriter, utf8 } from './byte-writer.ts'
import { MAX_CONTROL_BYTES } from './control.ts'
import { PendingBytes } from './pending-bytes.ts'

/** Messages of scrcpy's server on the control socket. */
export type DeviceMessage =
  | { type: 'clipboard'; text: string }
  | { type: 'ackClipboard'; sequence: bigint }
  | { type: 'uhidOutput'; id: number; data: Uint8Array }

const CLIPBOARD = 0
const ACK_CLIPBOARD = 1
const UHID_OUTPUT = 2

export function encodeDeviceMessage(message: DeviceMessage): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter()
  switch (message.type) {
    case 'clipboard': {
      const text = utf8(message.text)
      return out.u8(CLIPBOARD).u32(text.length).data(text).finish()
    }
    case 'ackClipboard':
      return out.u8(ACK_CLIPBOARD).u64(message.sequence).finish()
    case 'uhidOutput':
      return out.u8(UHID_OUTPUT).u16(message.id).u16(message.data.length).data(message.data).finish()
  }
}

const decoder = new TextDecoder()

export class DeviceMessageReader {
  readonly #pending = new PendingBytes(MAX_CONTROL_BYTES)

  push(chunk: Uint8Array): DeviceMessage[] {
    this.#pending.push(chunk)
    const messages: DeviceMessage[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  #next(): DeviceMessage | null {
    if (this.#pending.length === 0) return null
    const { bytes, view } = this.#pending.peek()
    const lengthBytes = measure(view)
    this.#pending.checkLength(lengthBytes)
    if (bytes.length < lengthBytes) return null
    const message = parse(bytes.subarray(0, lengthBytes), view)
    this.#pending.drop(lengthBytes)
    return message
  }
}

function measure(view: DataView): number {
  const type = view.getUint8(0)
  switch (type) {
    case CLIPBOARD:
      return view.byteLength < 5 ? 5 : 5 + view.getUint32(1)
    case ACK_CLIPBOARD:
      return 9
    case UHID_OUTPUT:
      return view.byteLength < 5 ? 5 : 5 + view.getUint16(3)
    default:
      throw new ProtocolError(`unknown device message ${type}`)
  }
}

function parse(bytes: Uint8Array, view: DataView): DeviceMessage {
  switch (view.getUint8(0)) {
    case CLIPBOARD:
      return { type: 'clipboard', text: decoder.decode(bytes.subarray(5)) }
    case ACK_CLIPBOARD:
      return { type: 'ackClipboard', sequence: view.getBigUint64(1) }
    default:
      return { type: 'uhidOutput', id: view.getUint16(1), data: bytes.slice(5) }
  }
}
