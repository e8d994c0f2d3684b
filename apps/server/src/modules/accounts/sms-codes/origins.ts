import { type ClientOrigin, type LoginDevice, userKey } from '../../../platform/client-origin.ts'

/** The lane of everybody whom the number does not know. */
const STRANGERS = Buffer.alloc(0)

/** Who types a code: by this its tries are counted. */
export interface GuessOrigin {
  readonly key: Buffer
  /** Lanes whose codes it may be. */
  readonly lanes: readonly Buffer[]
}

/** Who asks for a code. */
export interface CodeRequester {
  /** Keeps five tries at the code, whatever others type. */
  readonly key: Buffer
  /** Asking again replaces the code of the same lane only, and waits only for it. */
  readonly lane: Buffer
  /** A known device or a logged-in user sends to its own number: what strangers ask for does not count here. */
  readonly isOwn: boolean
  /** Of strangers, each gets a part of the number's day only. */
  readonly network: Buffer
}

/** A device types what it has asked for, and what has come to its phone at somebody else's wish. */
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
