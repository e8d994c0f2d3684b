import { type LoginDevice, type RateLimitKeys, userKey } from '../../../platform/rate-limit-keys.ts'

/** Code scope shared by all devices that are unknown to the number. */
const STRANGERS = Buffer.alloc(0)

/** Source of a guess; tries are counted by its key. */
export interface GuessSource {
  readonly key: Buffer
  /** Scopes whose codes are accepted. */
  readonly codeScopes: readonly Buffer[]
}

/** Requester of a code. */
export interface CodeRequester {
  /** Has five tries at the code, independent of guesses from elsewhere. */
  readonly key: Buffer
  /** A new code replaces only the code of the same scope, and the resend delay is per scope. */
  readonly codeScope: Buffer
  /** A known device or a logged-in user, sending to its own number: quotas of strangers do not apply. */
  readonly isOwn: boolean
  /** Limits each stranger to a part of the number's daily quota. */
  readonly network: Buffer
}

/** A device may use its own codes and those that a stranger requested for the number. */
export const guessSourceOf = ({ device, network }: RateLimitKeys): GuessSource =>
  device ? { key: device, codeScopes: [device, STRANGERS] } : { key: network, codeScopes: [STRANGERS] }

export const userGuessSource = (userId: number): GuessSource => {
  const key = userKey(userId)
  return { key, codeScopes: [key] }
}

export const visitorRequester = ({ key, rateLimitKeys }: LoginDevice, isKnown: boolean): CodeRequester => ({
  key,
  codeScope: isKnown ? key : STRANGERS,
  isOwn: isKnown,
  network: rateLimitKeys.network,
})

export const userRequester = (userId: number, isOwn: boolean): CodeRequester => {
  const key = userKey(userId)
  return { key, codeScope: key, isOwn, network: key }
}
