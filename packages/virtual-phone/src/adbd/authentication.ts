import { type KeyObject, randomBytes } from 'node:crypto'
import { AUTH_TOKEN_BYTES, AuthType, verifyToken } from '@yunji/phone-protocol/adb/auth'

/** What to answer to an AUTH packet: a new token, the way in, or nothing, as while a phone waits for a person. */
export type AuthAnswer = { token: Uint8Array } | 'accepted' | 'waiting'

/** The computer proves that it has one of the keys that the phone was given in advance. */
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

  /** A key that is offered for acceptance is not accepted: nobody stands before this phone to say yes. */
  answer(type: number, payload: Uint8Array): AuthAnswer {
    if (type !== AuthType.signature || this.#token === null) return 'waiting'
    const token = this.#token
    this.#token = null // each token is for one try
    if (this.#keys.some((key) => verifyToken(key, token, payload))) return 'accepted'
    return { token: this.challenge() }
  }
}
