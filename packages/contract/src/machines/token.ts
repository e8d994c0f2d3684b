import { TOKEN_LIFETIME_MS } from '../session/token-status.ts'
import type { TokenStatus } from '../user/enums.ts'
import type { Machine } from './machine.ts'

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
