import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Signed, self-contained tokens: not stored, expiring, each valid for one purpose. */
export interface SignedTokens {
  sign<Payload extends object>(purpose: string, payload: Payload, lifetimeMs: number): string
  /** Signed payload; undefined when forged, expired, or signed for another purpose. */
  read<Payload extends object>(purpose: string, token: string): Payload | undefined
}

const LONGEST_TOKEN = 512
/** `k<key number>.<body>.<signature>`; tokens without the number were signed with the first key itself. */
const FORM = /^(?:k(\d{1,6})\.)?([\w-]+)\.([\w-]+)$/

interface Signed {
  readonly expiresAt: number
  readonly payload: object
}

export const createSignedTokens = (keys: SigningKeys, clock: Clock): SignedTokens => {
  const keyPurposeOf = (purpose: string): string => `signed tokens: ${purpose}`
  const signatureOf = (key: Buffer, purpose: string, body: string): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n${body}`).digest()

  return {
    sign(purpose, payload, lifetimeMs) {
      const signed: Signed = { expiresAt: clock.now().getTime() + lifetimeMs, payload }
      const body = Buffer.from(JSON.stringify(signed)).toString('base64url')
      const { number, key } = keys.current(keyPurposeOf(purpose))
      return `k${number}.${body}.${signatureOf(key, purpose, body).toString('base64url')}`
    },

    read<Payload extends object>(purpose: string, token: string) {
      if (token.length > LONGEST_TOKEN) return undefined
      const [, number, body = '', signature = ''] = FORM.exec(token) ?? []
      const key = number === undefined ? keys.unnumbered : keys.find(keyPurposeOf(purpose), Number(number))
      if (!key) return undefined
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(key, purpose, body)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { expiresAt, payload } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Signed
      return expiresAt > clock.now().getTime() ? (payload as Payload) : undefined
    },
  }
}
