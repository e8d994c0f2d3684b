import { type KeyObject, randomBytes } from 'node:crypto'
import { AUTH_TOKEN_BYTES, AuthType, verifyToken } from '@yunji/phone-protocol/adb/auth'

/** A new token, accepted, or no answer, as a phone that waits for its user. */
export type AuthAnswer = { token: Uint8Array } | 'accepted' | 'waiting'

/** Checks signatures against the authorised keys. */
export class Authentication {
  readonly #keys: readonly KeyObject[]
  #token: Uint8Array | null = null

  constructor(keys: readonly KeyObject[]) {
    this.#keys = keys
  }

  challenge(): Uint8Array {
    this.#token = randomBytes(AUTH_TOKEN_BYTES)
    return this.#token
  }

  /** An offered public key is never accepted: there is no user to confirm it. */
  answer(type: number, payload: Uint8Array): AuthAnswer {
    if (type !== AuthType.signature || this.#token === null) return 'waiting'
    const token = this.#token
    this.#token = null // a token is valid for one attempt
    if (this.#keys.some((key) => verifyToken(key, token, payload))) return 'accepted'
    return { token: this.challenge() }
  }
}
