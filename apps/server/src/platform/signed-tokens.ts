import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Proofs that carry what they prove: nothing is stored, they end by themselves, and each is good for one purpose. */
export interface SignedTokens {
  sign<Payload extends object>(purpose: string, payload: Payload, lifetimeMs: number): string
  /** What was signed for this purpose; nothing when forged, old, or meant for something else. */
  read<Payload extends object>(purpose: string, token: string): Payload | undefined
}

const LONGEST_TOKEN = 512

interface Signed {
  readonly expiresAt: number
  readonly payload: object
}

export const createSignedTokens = (key: Buffer, clock: Clock): SignedTokens => {
  const signatureOf = (purpose: string, body: string): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n${body}`).digest()

  return {
    sign(purpose, payload, lifetimeMs) {
      const signed: Signed = { expiresAt: clock.now().getTime() + lifetimeMs, payload }
      const body = Buffer.from(JSON.stringify(signed)).toString('base64url')
      return `${body}.${signatureOf(purpose, body).toString('base64url')}`
    },

    read<Payload extends object>(purpose: string, token: string) {
      const [body = '', signature = '', ...more] = token.split('.')
      if (token.length > LONGEST_TOKEN || more.length > 0) return undefined
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(purpose, body)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const { expiresAt, payload } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Signed
      return expiresAt > clock.now().getTime() ? (payload as Payload) : undefined
    },
  }
}
