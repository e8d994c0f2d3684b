import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ProtocolError } from '../protocol-error.ts'
import { encodePublicKey, parsePublicKey, signToken, verifyToken } from './auth.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const modulusOf = (jwk: { n?: string }) => Buffer.from(jwk.n ?? '', 'base64url')

describe('a public key', () => {
  test('holds word count, inverse, modulus, R² and exponent, little-endian', () => {
    const [base64 = '', name] = encodePublicKey(publicKey, 'me@here').split(' ')
    const bytes = Buffer.from(base64, 'base64')
    const modulus = modulusOf(publicKey.export({ format: 'jwk' }))
    const n = BigInt(`0x${modulus.toString('hex')}`)
    expect(name).toBe('me@here')
    expect(bytes.length).toBe(524)
    expect(bytes.readUInt32LE(0)).toBe(64)
    expect((BigInt(bytes.readUInt32LE(4)) * n) & 0xffffffffn).toBe(0xffffffffn)
    expect(bytes.subarray(8, 264).toReversed()).toEqual(new Uint8Array(modulus))
    expect(BigInt(`0x${Buffer.from(bytes.subarray(264, 520).toReversed()).toString('hex')}`)).toBe((1n << 4096n) % n)
    expect(bytes.readUInt32LE(520)).toBe(65537)
  })

  test('comes back from its text, with or without the final NUL', () => {
    for (const end of ['', '\0', '\n']) {
      const { key, name } = parsePublicKey(encodePublicKey(publicKey, 'two words') + end)
      expect(key.equals(publicKey)).toBe(true)
      expect(name).toBe('two words')
    }
  })

  test('is refused when it is something else', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
    expect(() => encodePublicKey(short, '')).toThrow(ProtocolError)
    for (const text of ['', 'no base64!', 'AAAA me', `${Buffer.alloc(524).toString('base64')} me`]) {
      expect(() => parsePublicKey(text)).toThrow(ProtocolError)
    }
  })
})

describe('a token', () => {
  const token = randomBytes(20)

  test('is verified by the key that belongs to the one that signed it', () => {
    expect(verifyToken(publicKey, token, signToken(privateKey, token))).toBe(true)
  })

  test('is refused with another token, another key or a changed signature', () => {
    const signature = signToken(privateKey, token)
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    expect(verifyToken(publicKey, randomBytes(20), signature)).toBe(false)
    expect(verifyToken(other.publicKey, token, signature)).toBe(false)
    expect(verifyToken(publicKey, token, signToken(other.privateKey, token))).toBe(false)
    expect(verifyToken(publicKey, token, signature.with(100, (signature[100] ?? 0) ^ 1))).toBe(false)
    expect(verifyToken(publicKey, token, signature.subarray(1))).toBe(false)
    expect(verifyToken(publicKey, token, new Uint8Array(0))).toBe(false)
  })

  test('is refused when its leading zero is cut off', () => {
    const tokens = Array.from({ length: 5000 }, (_, index) => Buffer.alloc(20, String(index)))
    const found = tokens.find((candidate) => signToken(privateKey, candidate)[0] === 0)
    if (!found) throw new Error('none of the signatures begins with a zero')
    const signature = signToken(privateKey, found)
    expect(verifyToken(publicKey, found, signature)).toBe(true)
    expect(verifyToken(publicKey, found, signature.subarray(1))).toBe(false)
  })

  test('is signed over the token itself, as adb does, not over its hash', () => {
    const key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const jwk = createPublicKey(key).export({ format: 'jwk' })
    const n = BigInt(`0x${modulusOf(jwk).toString('hex')}`)
    let opened = 1n
    let base = BigInt(`0x${Buffer.from(signToken(key, token)).toString('hex')}`)
    for (let exponent = 65537; exponent > 0; exponent >>= 1) {
      if (exponent & 1) opened = (opened * base) % n
      base = (base * base) % n
    }
    const padding = `1${'ff'.repeat(218)}00`
    expect(opened.toString(16)).toBe(`${padding}3021300906052b0e03021a05000414${token.toString('hex')}`)
  })
})
