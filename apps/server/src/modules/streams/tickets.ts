import { createHash, randomBytes } from 'node:crypto'
import { TICKET_LIFETIME_MS } from '@yunji/contract/stream/limits'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { checkGrants, deleteTicket, type GrantCheck, insertTicket, type StreamGrant, useTicket } from './store.ts'

/** Handed out over a live socket only, for the reconnection after a break of the network. */
export const RESUME_LIFETIME_MS = 10 * MINUTE_MS
const TICKET_BYTES = 32
const TICKET_PATTERN = /^[A-Za-z0-9_-]{43}$/

interface Ticket {
  readonly ticket: string
  readonly expiresAt: Date
}

/** Tickets are rows that are used up once, so that any gateway can take one. Only their hashes are kept. */
export interface Tickets {
  give(grant: StreamGrant): Promise<Ticket>
  giveResume(grant: StreamGrant): Promise<Ticket>
  /** What a ticket opens; nothing for a used, old or unknown one, and for one whose right has ended. */
  use(ticket: string): ReturnType<typeof useTicket>
  withdraw(ticket: string): Promise<void>
  check(grants: readonly StreamGrant[]): Promise<GrantCheck[]>
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

export const createTickets = ({ db, pool }: Database, clock: Clock): Tickets => {
  const give = async (grant: StreamGrant, lifetimeMs: number): Promise<Ticket> => {
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    const createdAt = clock.now()
    const expiresAt = later(createdAt, lifetimeMs)
    await insertTicket(db, { ...grant, tokenHash: hashOf(ticket), createdAt, expiresAt })
    return { ticket, expiresAt }
  }
  return {
    give: (grant) => give(grant, TICKET_LIFETIME_MS),
    giveResume: (grant) => give(grant, RESUME_LIFETIME_MS),
    use: async (ticket) => (TICKET_PATTERN.test(ticket) ? useTicket(pool, hashOf(ticket), clock.now()) : null),
    withdraw: (ticket) => deleteTicket(db, hashOf(ticket)),
    check: async (grants) => (grants.length === 0 ? [] : checkGrants(pool, grants, clock.now())),
  }
}
