import { type ClientOrigin, type LoginDevice, userKey } from '../../../platform/client-origin.ts'

/** Lane shared by all devices that are unknown to the number. */
const STRANGERS = Buffer.alloc(0)

/** Origin of a guess; tries are counted by its key. */
export interface GuessOrigin {
  readonly key: Buffer
  /** Lanes whose codes are accepted. */
  readonly lanes: readonly Buffer[]
}

/** Requester of a code. */
export interface CodeRequester {
  /** Has five tries at the code, independent of guesses from elsewhere. */
  readonly key: Buffer
  /** A new code replaces only the code of the same lane; the resend delay is per lane, too. */
  readonly lane: Buffer
  /** A known device or a logged-in user, sending to its own number: quotas of strangers do not apply. */
  readonly isOwn: boolean
  /** Limits each stranger to a part of the number's daily quota. */
  readonly network: Buffer
}

/** A device may use its own codes and those that a stranger requested for the number. */
export const guessOriginOf = ({ device, network }: ClientOrigin): GuessOrigin =>
  device ? { key: device, lanes: [device, STRANGERS] } : { key: network, lanes: [STRANGERS] }

export const ownOrigin = (userId: number): GuessOrigin => {
  const key = userKey(userId)
  return { key, lanes: [key] }
}

export const visitorRequester = ({ key, origin }: LoginDevice, isKnown: boolean): CodeRequester => ({
  key,
  lane: isKnown ? key : STRANGERS,
  isOwn: isKnown,
  network: origin.network,
})

export const userRequester = (userId: number, isOwn: boolean): CodeRequester => {
  const key = userKey(userId)
  return { key, lane: key, isOwn, network: key }
}
