import type { Machine } from './machine.ts'

export type TransferState = 'waiting' | 'accepted' | 'rejected' | 'cancelled' | 'expired'

/** `accept` and `reject` are the receiver's, `cancel` the sender's. */
export type TransferEvent = 'accept' | 'reject' | 'cancel' | 'expire'

const WAITING_MS = 24 * 60 * 60_000

/** Devices on their way to another owner: all of them or none, decided once. */
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
