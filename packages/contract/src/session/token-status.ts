import { TokenStatus } from '../user/enums.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A token lives this long from its last use. */
export const TOKEN_LIFETIME_MS = 30 * DAY_MS

export interface TokenFacts {
  readonly expiresAtMs: number
  /** Logged out, or ended by a change of password or phone. */
  readonly isRevoked: boolean
}

/** Expired and revoked are one to the holder; the very moment of expiry has expired. */
export const tokenStatusOf = (token: TokenFacts | undefined, nowMs: number): TokenStatus => {
  if (!token) return TokenStatus.NULL
  return token.isRevoked || nowMs >= token.expiresAtMs ? TokenStatus.EXPIRE : TokenStatus.NORMAL
}
