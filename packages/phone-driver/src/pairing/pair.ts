import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import net from 'node:net'
import type { TLSSocket } from 'node:tls'
import { PhoneError } from '../errors.ts'
import type { PhoneKeys } from '../keys.ts'
import { getIdentity, startTls } from '../link/tls.ts'
import { type Spake2Role, startSpake2 } from './spake2.ts'

const TIMEOUT_MS = 30_000
const VERSION = 1
const HEADER_BYTES = 6
const PacketType = { spake2: 0, peerInfo: 1 } as const
const PEER_INFO_BYTES = 8192
const RSA_KEY = 0
const TAG_BYTES = 16
const EXPORTED_BYTES = 64
const EXPORT_LABEL = 'adb-label\0'
const KEY_INFO = 'adb pairing_auth aes-128-gcm key'
const KEY_BYTES = 16
const NONCE_BYTES = 12

/** Gives our public key to a phone that shows a pairing code; the address is that of the pairing, not of the connection. */
export async function pairPhone(host: string, port: number, code: string, keys: PhoneKeys): Promise<void> {
  const identity = await getIdentity(keys)
  const socket = net.connect({ host, port, signal: AbortSignal.timeout(TIMEOUT_MS) })
  socket.on('error', () => {}) // reported by the stream on top
  try {
    const secured = await startTls(socket, identity).catch((cause: Error) => {
      throw new PhoneError('unreachable', `no pairing at ${host}:${port}: ${cause.message}`, { cause })
    })
    await exchangeKeys(secured, 'client', code, keys.publicKey)
    // Our last packet may still be on its way.
    await new Promise<void>((resolve) => secured.end(resolve))
  } finally {
    socket.destroy()
  }
}

/** Both sides of the protocol; resolves with what the other side says of itself. */
export async function exchangeKeys(socket: TLSSocket, role: Spake2Role, code: string, own: string): Promise<string> {
  const read = packetReader(socket)
  const exported = socket.exportKeyingMaterial(EXPORTED_BYTES, EXPORT_LABEL, Buffer.alloc(0))
  const spake2 = startSpake2(role, Buffer.concat([Buffer.from(code), exported]))
  writePacket(socket, PacketType.spake2, spake2.message)
  const secret = spake2.finish(await read(PacketType.spake2))
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), KEY_INFO, KEY_BYTES))
  const info = Buffer.alloc(PEER_INFO_BYTES)
  info[0] = RSA_KEY
  info.write(own, 1)
  writePacket(socket, PacketType.peerInfo, encrypt(key, info))
  const theirs = decrypt(key, await read(PacketType.peerInfo))
  return theirs.subarray(1, theirs.indexOf(0, 1)).toString()
}

/** Each side sends one message under the key, so the counter of the nonce stays at 0. */
function encrypt(key: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-gcm', key, Buffer.alloc(NONCE_BYTES))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, bytes: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-128-gcm', key, Buffer.alloc(NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new PhoneError('unauthorised', 'the pairing code is wrong', { cause })
  }
}

function writePacket(socket: TLSSocket, type: number, payload: Uint8Array): void {
  const header = Buffer.alloc(HEADER_BYTES)
  header[0] = VERSION
  header[1] = type
  header.writeUInt32BE(payload.length, 2)
  socket.write(Buffer.concat([header, payload]))
}

/** Reads one packet at a time; a phone that ends here has refused the code. */
function packetReader(socket: TLSSocket): (type: number) => Promise<Buffer> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let pending = Buffer.alloc(0)
  const fill = async (count: number): Promise<void> => {
    while (pending.length < count) {
      const next = await chunks.next().catch((cause: Error) => {
        throw new PhoneError('unauthorised', 'the phone ended the pairing: is the code right?', { cause })
      })
      if (next.done) throw new PhoneError('unauthorised', 'the phone ended the pairing: is the code right?')
      pending = Buffer.concat([pending, next.value])
    }
  }
  return async (type) => {
    await fill(HEADER_BYTES)
    const length = pending.readUInt32BE(2)
    if (pending[0] !== VERSION || pending[1] !== type || length === 0 || length > 2 * PEER_INFO_BYTES) {
      throw new PhoneError('unsupported', 'the phone speaks another version of pairing')
    }
    await fill(HEADER_BYTES + length)
    const payload = pending.subarray(HEADER_BYTES, HEADER_BYTES + length)
    pending = pending.subarray(HEADER_BYTES + length)
    return payload
  }
}
