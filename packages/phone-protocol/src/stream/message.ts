import { ProtocolError } from '../protocol-error.ts'

/** A message of this kind with room for its header, and `data` behind it. */
export function openMessage(kind: number, headerBytes: number, data?: Uint8Array) {
  const bytes = new Uint8Array(headerBytes + (data?.length ?? 0))
  bytes[0] = kind
  if (data) bytes.set(data, headerBytes)
  return { bytes, view: new DataView(bytes.buffer) }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export const encodeText = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ProtocolError('text is not UTF-8')
  }
}

/** The object of a JSON message, known to carry a `type`; everything else is left to the caller. */
export function decodeJson(bytes: Uint8Array): { type: string } & Record<string, unknown> {
  const value = parse(decodeText(bytes))
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') {
    throw new ProtocolError('message is no object with a type')
  }
  return { ...value, type: value.type }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ProtocolError('message is not JSON')
  }
}
