import { createHash, randomBytes } from 'node:crypto'
import { fileTaskKind } from '@yunji/contract/devices/app/rules'
import { MAX_SCREENS, TICKET_LIFETIME_MS } from '@yunji/contract/devices/device/stream'
import type { UseAction } from '@yunji/contract/devices/grant/schema'
import { taskKindLabels } from '@yunji/contract/devices/task/rules'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordUses, useDetail } from '../uses/index.ts'
import {
  checkGrants,
  closeTicket,
  consumeTicket,
  countTickets,
  deleteTicket,
  type GrantCheck,
  insertTicket,
  type ScreenFigures,
  type StreamedDevice,
  type StreamGrant,
} from './store.ts'

/** Issued over a live socket only, to reconnect after a network failure. */
export const RESUME_LIFETIME_MS = 10 * MINUTE_MS
/** All screens may be opened at once. */
const MAX_UNUSED_TICKETS = MAX_SCREENS
const TICKET_BYTES = 32
const TICKET_PATTERN = /^[A-Za-z0-9_-]{43}$/

interface Ticket {
  readonly ticket: string
  readonly expiresAt: Date
}

/** Stream of a ticket; without a resume ticket the user has too many screens open. */
export interface OpenedTicket {
  readonly grant: StreamGrant
  readonly device: StreamedDevice
  readonly resumeTicket: string | null
}

/** Tickets are single-use rows, so that any gateway can accept one. Only their hashes are stored. */
export interface Tickets {
  issue(grant: StreamGrant): Promise<Ticket>
  /** Null for a used, expired or unknown ticket, and for one whose right has ended. */
  use(ticket: string): Promise<OpenedTicket | null>
  /** New resume ticket of the same screen; the old one is valid until it is withdrawn. */
  renewResume(grant: StreamGrant, old: string): Promise<string>
  /** Marks the screen of a resume ticket as closed. */
  close(resumeTicket: string, figures?: ScreenFigures): Promise<void>
  withdraw(ticket: string): Promise<void>
  /** Records that somebody took the controls, unless it is the owner. */
  recordControl(grant: StreamGrant): Promise<void>
  /** Records a file that somebody put on the phone or installed there, unless it is the owner. */
  recordUpload(grant: StreamGrant, fileName: string): Promise<void>
  check(grants: readonly StreamGrant[]): Promise<GrantCheck[]>
}

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

export const createTickets = ({ db, pool }: Database, clock: Clock): Tickets => {
  const insert = async (tx: Tx, grant: StreamGrant, kind: 'entry' | 'resume'): Promise<Ticket> => {
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    const createdAt = clock.now()
    const expiresAt = later(createdAt, kind === 'entry' ? TICKET_LIFETIME_MS : RESUME_LIFETIME_MS)
    await insertTicket(tx, { ...grant, kind, tokenHash: hashOf(ticket), createdAt, expiresAt })
    return { ticket, expiresAt }
  }

  const record = (tx: Tx | Db, { userId, deviceId }: StreamGrant, action: UseAction, detail = '') =>
    recordUses(tx, { userId, deviceIds: [deviceId], action, detail, at: clock.now() })

  const open = async (tx: Tx, ticket: string): Promise<OpenedTicket | null> => {
    const opened = await consumeTicket(tx, hashOf(ticket), clock.now())
    if (!opened) return null
    const { isResumed, ...stream } = opened
    const { screens } = await countTickets(tx, opened.grant.userId, clock.now())
    const resume = screens < MAX_SCREENS ? await insert(tx, opened.grant, 'resume') : null
    if (!isResumed && resume) await record(tx, opened.grant, 'open')
    return { ...stream, resumeTicket: resume?.ticket ?? null }
  }

  return {
    issue: (grant) =>
      db.transaction(async (tx) => {
        const { screens, unused } = await countTickets(tx, grant.userId, clock.now())
        if (screens >= MAX_SCREENS) throw new AppError('TOO_MANY_SCREENS')
        if (unused >= MAX_UNUSED_TICKETS) throw new AppError('RATE_LIMITED')
        return insert(tx, grant, 'entry')
      }),
    use: async (ticket) => (TICKET_PATTERN.test(ticket) ? db.transaction((tx) => open(tx, ticket)) : null),
    renewResume: (grant, old) =>
      db.transaction(async (tx) => {
        await closeTicket(tx, hashOf(old), clock.now())
        return (await insert(tx, grant, 'resume')).ticket
      }),
    close: (resumeTicket, figures) => closeTicket(db, hashOf(resumeTicket), clock.now(), figures),
    recordControl: (grant) => record(db, grant, 'control'),
    recordUpload: (grant, fileName) =>
      record(db, grant, 'command', useDetail(taskKindLabels[fileTaskKind(fileName)], fileName)),
    withdraw: (ticket) => deleteTicket(db, hashOf(ticket)),
    check: async (grants) => (grants.length === 0 ? [] : checkGrants(pool, grants, clock.now())),
  }
}
