import { createHash, randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'

const { Point } = ed25519
const ORDER = Point.Fn.ORDER
const COFACTOR = 8n
/** Points of BoringSSL: SHA-256 of `edwards25519 point generation seed (M)`, and `(N)`, repeated until it is a point. */
const M = Point.fromHex('5ada7e4bf6ddd9adb6626d32131c6b5c51a1e347a3478f53cfcf441b88eed12e')
const N = Point.fromHex('10e3df0ae37d8e7a99b5fe74b44672103dbddcbd06af680d71329a11693bc778')
const CLIENT = Buffer.from('adb pair client\0')
const SERVER = Buffer.from('adb pair server\0')
const LENGTH_BYTES = 8

export type Spake2Role = 'client' | 'server'

/** BoringSSL's SPAKE2 over edwards25519, with the names that ADB gives both sides. */
export function startSpake2(role: Spake2Role, password: Uint8Array) {
  const secret = (readScalar(randomBytes(64)) % (ORDER - 1n)) + 1n
  const passwordHash = createHash('sha512').update(password).digest()
  const passwordScalar = clearLowBits(readScalar(passwordHash) % ORDER)
  const [ownMask, theirMask] = role === 'client' ? [M, N] : [N, M]
  const message = Point.BASE.multiply((secret * COFACTOR) % ORDER)
    .add(multiplyByEight(ownMask, passwordScalar))
    .toBytes()
  return {
    message,
    /** 64 bytes that both sides have only with the same password. Throws for what is no point. */
    finish(theirs: Uint8Array): Buffer {
      const point = Point.fromBytes(theirs).subtract(multiplyByEight(theirMask, passwordScalar))
      const shared = point.clearCofactor().multiply(secret).toBytes()
      const [first, second] = role === 'client' ? [message, theirs] : [theirs, message]
      const transcript = createHash('sha512')
      for (const part of [CLIENT, SERVER, first, second, shared, passwordHash]) {
        const length = Buffer.alloc(LENGTH_BYTES)
        length.writeBigUInt64LE(BigInt(part.length))
        transcript.update(length).update(part)
      }
      return transcript.digest()
    },
  }
}

/** Little-endian. */
const readScalar = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)

/** M and N are not of prime order: the scalar is made a multiple of the cofactor, equal modulo the order. */
function clearLowBits(scalar: bigint): bigint {
  let cleared = scalar
  for (const bit of [1n, 2n, 4n]) if (cleared & bit) cleared += bit * ORDER
  return cleared
}

const multiplyByEight = (point: typeof M, scalar: bigint): typeof M =>
  point.clearCofactor().multiply((scalar / COFACTOR) % ORDER)
