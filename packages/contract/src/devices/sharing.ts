import type { Machine } from '../machine.ts'

export type GrantState = 'waiting' | 'active' | 'revoked' | 'expired'

export type GrantEvent =
  /** The grantee's number has an account that received it. */
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

export type TransferState = 'waiting' | 'accepted' | 'rejected' | 'cancelled' | 'expired'

/** `accept` and `reject` are the receiver's, `cancel` the sender's. */
export type TransferEvent = 'accept' | 'reject' | 'cancel' | 'expire'

const WAITING_MS = 24 * 60 * 60_000

/** A transfer of devices to another owner: all or none. */
export const transferMachine: Machine<TransferState, TransferEvent> = {
  name: 'transfer',
  initial: 'waiting',
  states: {
    waiting: {
      on: { accept: 'accepted', reject: 'rejected', cancel: 'cancelled', expire: 'expired' },
      deadline: { event: 'expire', afterMs: WAITING_MS },
    },
    accepted: { on: { accept: 'accepted' }, rests: true },
    rejected: { on: { reject: 'rejected' }, rests: true },
    cancelled: { on: { cancel: 'cancelled' }, rests: true },
    expired: { on: { expire: 'expired' }, rests: true },
  },
}
