import type { Machine } from './machine.ts'

export type GrantState = 'waiting' | 'active' | 'revoked' | 'expired'

export type GrantEvent =
  /** The number it was given to has an account, and the account knows of it. */
  | 'takeUp'
  /** By its owner, or with the device: a transfer and a release end every grant. */
  | 'revoke'
  | 'expire'

/** A right to view or control devices, given to a phone number until a date. */
export const grantMachine: Machine<GrantState, GrantEvent> = {
  name: 'grant',
  initial: 'waiting',
  states: {
    waiting: {
      on: { takeUp: 'active', revoke: 'revoked', expire: 'expired' },
      deadline: { event: 'expire' },
    },
    active: {
      on: { takeUp: 'active', revoke: 'revoked', expire: 'expired' },
      deadline: { event: 'expire' },
    },
    revoked: { on: { revoke: 'revoked' }, rests: true },
    expired: { on: { expire: 'expired' }, rests: true },
  },
}
