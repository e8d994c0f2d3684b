import { constants, createPublicKey, type KeyObject, privateEncrypt, publicDecrypt } from 'node:crypto'
import { ProtocolError } from '../protocol-error.ts'

/** The first argument of an AUTH packet says what its payload is. */
export const AuthType = { token: 1, signature: 2, publicKey: 3 } as const

export const AUTH_TOKEN_BYTES = 20
const MODULUS_BYTES = 256
const MODULUS_WORDS = MODULUS_BYTES / 4
const KEY_BYTES = 4 + 4 + MODULUS_BYTES + MODULUS_BYTES + 4

/** The ASN.1 prefix of a SHA-1 digest. The token stands where the digest would: adb signs it without hashing it. */
const SHA1_DIGEST_INFO = new Uint8Array([
  0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
])

/**
 * Android's own form of an RSA-2048 public key, as it stands in `adbkey.pub`: word count, -1/n mod 2^32, modulus,
 * R^2 mod n and exponent, little-endian, in base64, then a space and a name.
 */
export function encodePublicKey(key: KeyObject, name: string): string {
  const { n, e } = key.export({ format: 'jwk' })
  if (key.asymmetricKeyType !== 'rsa' || n === undefined || e === undefined) throw new ProtocolError('Not an RSA key.')
  const modulus = toNumber(decodeBase64(n))
  if (modulus >> BigInt(MODULUS_BYTES * 8) !== 0n || modulus >> BigInt(MODULUS_BYTES * 8 - 1) !== 1n) {
    throw new ProtocolError('An adb key has 2048 bits.')
  }
  const bytes = new Uint8Array(KEY_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MODULUS_WORDS, true)
  view.setUint32(4, Number(negativeInverse(modulus)), true)
  writeNumber(bytes.subarray(8, 8 + MODULUS_BYTES), modulus)
  writeNumber(bytes.subarray(8 + MODULUS_BYTES, 8 + 2 * MODULUS_BYTES), (1n << 4096n) % modulus)
  view.setUint32(KEY_BYTES - 4, Number(toNumber(decodeBase64(e))), true)
  return `${encodeBase64(bytes)} ${name}`
}

/** Takes the text of `adbkey.pub` or of an AUTH packet (which ends in a NUL). */
export function parsePublicKey(text: string): { key: KeyObject; name: string } {
  const [base64 = '', ...words] = text
    .replace(/\0[^]*$/, '')
    .trim()
    .split(' ')
  const bytes = decodeBase64(base64)
  const view = new DataView(bytes.buffer)
  if (bytes.length !== KEY_BYTES || view.getUint32(0, true) !== MODULUS_WORDS) {
    throw new ProtocolError('Not an adb public key.')
  }
  const modulus = bytes.subarray(8, 8 + MODULUS_BYTES).toReversed()
  const exponent = new Uint8Array(4)
  new DataView(exponent.buffer).setUint32(0, view.getUint32(KEY_BYTES - 4, true))
  try {
    const key = createPublicKey({ key: { kty: 'RSA', n: base64url(modulus), e: base64url(exponent) }, format: 'jwk' })
    return { key, name: words.join(' ') }
  } catch (cause) {
    throw new ProtocolError('Not an RSA public key.', { cause })
  }
}

export function signToken(privateKey: KeyObject, token: Uint8Array): Uint8Array {
  const digestInfo = new Uint8Array([...SHA1_DIGEST_INFO, ...token])
  return new Uint8Array(privateEncrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, digestInfo))
}

export function verifyToken(publicKey: KeyObject, token: Uint8Array, signature: Uint8Array): boolean {
  const expected = [...SHA1_DIGEST_INFO, ...token]
  // A signature that lost its leading zero is the same number, and OpenSSL takes it for one.
  if (signature.length * 8 !== publicKey.asymmetricKeyDetails?.modulusLength) return false
  try {
    const signed = publicDecrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature)
    return signed.length === expected.length && expected.every((byte, index) => signed[index] === byte)
  } catch {
    return false // padded otherwise: not a signature of this key
  }
}

const encodeBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const base64url = (bytes: Uint8Array) =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Takes both alphabets. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  } catch (cause) {
    throw new ProtocolError('A public key is base64.', { cause })
  }
}

const toNumber = (bigEndian: Uint8Array) => bigEndian.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n)

function writeNumber(target: Uint8Array, value: bigint): void {
  let rest = value
  for (let index = 0; index < target.length; index += 1) {
    target[index] = Number(rest & 0xffn)
    rest >>= 8n
  }
}

/** -1/n modulo 2^32 by Newton's iteration: each step doubles the bits that are right. */
function negativeInverse(odd: bigint): bigint {
  let inverse = odd
  for (let step = 0; step < 5; step += 1) inverse = BigInt.asUintN(32, inverse * (2n - odd * inverse))
  return BigInt.asUintN(32, -inverse)
}
