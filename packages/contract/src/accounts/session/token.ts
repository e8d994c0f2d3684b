import type { Machine } from '../../machine.ts'
import { TokenStatus } from '../user/enums.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A token lives this long from its last use. */
export const TOKEN_LIFETIME_MS = 30 * DAY_MS

export interface TokenFacts {
  readonly expiresAtMs: number
  /** Logged out, or ended by a change of password or phone. */
  readonly isRevoked: boolean
}

/** Expired and revoked are the same to the holder; `expiresAtMs` itself counts as expired. */
export const tokenStatusOf = (token: TokenFacts | undefined, nowMs: number): TokenStatus => {
  if (!token) return TokenStatus.NULL
  return token.isRevoked || nowMs >= token.expiresAtMs ? TokenStatus.EXPIRE : TokenStatus.NORMAL
}

export type TokenEvent =
  | 'logIn'
  /** Use renews it. */
  | 'renew'
  | 'expire'
  /** By a logout elsewhere, or a change of password or phone. */
  | 'revoke'
  /** The client forgets it: a logout, or an answer that it is invalid. */
  | 'clear'

/** The login of one client, as it knows it. */
export const tokenMachine: Machine<TokenStatus, TokenEvent> = {
  name: 'token',
  initial: 'NULL',
  states: {
    NULL: { on: { logIn: 'NORMAL', clear: 'NULL' }, rests: true, refusal: 'LOGIN_TOKEN_INVALID' },
    NORMAL: {
      on: { logIn: 'NORMAL', renew: 'NORMAL', expire: 'EXPIRE', revoke: 'EXPIRE', clear: 'NULL' },
      deadline: { event: 'expire', afterMs: TOKEN_LIFETIME_MS },
    },
    EXPIRE: {
      on: { logIn: 'NORMAL', expire: 'EXPIRE', revoke: 'EXPIRE', clear: 'NULL' },
      rests: true,
      refusal: 'LOGIN_TOKEN_INVALID',
    },
  },
}
