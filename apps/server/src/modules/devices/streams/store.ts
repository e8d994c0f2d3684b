import type { StreamMode } from '@yunji/contract/devices/device/stream'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Db, Tx } from '../../../platform/database.ts'
import { query, type Statement } from '../../../platform/transaction.ts'
import { devices, streamTickets, zones } from '../../../tables/devices.ts'

/** States in which a screen may be open: the phone runs, or comes back by itself. */
export const STREAMED_STATES = ['running', 'rebooting', 'cleaning', 'backingUp', 'faulty'] as const

/** Viewer, session, device and mode of a stream. */
export interface StreamGrant {
  readonly userId: number
  readonly sessionId: number
  readonly deviceId: number
  readonly mode: StreamMode
}

/** Device data that a gateway needs. */
export interface StreamedDevice {
  readonly name: string
  readonly supplierType: number
  readonly phoneId: string
  readonly expiresAt: Date
  readonly isMetered: boolean
  readonly isTrial: boolean
  readonly isOwner: boolean
}

/** The device is owned by or granted to the viewer; `t` is the viewer, `d` the device, $1 the time. */
const ownOrGranted = (access: string): string => `
  (d.owner_id = t.user_id or exists (
    select from device_grants g
    where g.device_id = d.id and g.grantee_id = t.user_id and g.state = 'active' and g.expires_at > $1 and ${access}
  ))`

/** End of the right: that of the device, for others at most that of their grant. */
const ENDS_AT = `
  case when d.owner_id = t.user_id then d.expires_at else least(d.expires_at, (
    select max(g.expires_at) from device_grants g
    where g.device_id = d.id and g.grantee_id = t.user_id and g.state = 'active')) end`

/** Conditions of the right to view; it ends when any of them fails. */
const HOLDS = `
  d.state in (${STREAMED_STATES.map((state) => `'${state}'`).join(', ')}) and d.expires_at > $1
  and s.revoked_at is null and s.expires_at > $1
  and u.frozen_at is null
  and ${ownOrGranted('true')}`

/** The requested mode, reduced to the current right. */
const MODE = `case when t.mode = 'control' and ${ownOrGranted(`g.access = 'control'`)} then 'control' else 'view' end`

const USE: Statement = {
  name: 'use_stream_ticket',
  text: `
  update stream_tickets t set used_at = $1
  from devices d, sessions s, users u
  where t.token_hash = $2 and t.used_at is null and t.expires_at > $1
    and d.id = t.device_id and s.id = t.session_id and u.id = t.user_id and ${HOLDS}
  returning t.user_id, t.session_id, t.device_id, ${MODE} as mode,
    d.name, d.supplier_type, d.phone_id, ${ENDS_AT} as expires_at, d.is_metered, d.is_trial, d.owner_id = t.user_id as is_owner,
    t.kind`,
}

/** Held until the transaction ends, so that the counts stay valid. */
const LOCK: Statement = {
  name: 'lock_stream_tickets',
  text: `select pg_advisory_xact_lock(hashtextextended('stream_tickets', $1::bigint))`,
}

const COUNT: Statement = {
  name: 'count_stream_tickets',
  text: `
  select count(*) filter (where kind = 'resume')::int as screens, count(*) filter (where kind = 'entry')::int as unused
  from stream_tickets
  where user_id = $1 and used_at is null and closed_at is null and expires_at > $2`,
}

const CHECK = `
  select t.position::int as position, (${HOLDS}) as holds, ${MODE} as mode, d.owner_id = t.user_id as is_owner,
    ${ENDS_AT} as expires_at, d.expires_at as device_ends_at, d.state
  from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
    with ordinality as t (user_id, session_id, device_id, mode, position)
  join devices d on d.id = t.device_id
  join sessions s on s.id = t.session_id
  join users u on u.id = t.user_id`

interface UsedRow {
  user_id: string
  session_id: string
  device_id: string
  mode: StreamMode
  name: string
  supplier_type: number
  phone_id: string
  expires_at: Date
  is_metered: boolean
  is_trial: boolean
  is_owner: boolean
  kind: 'entry' | 'resume'
}

/** Consumes a ticket; of concurrent attempts one succeeds. It grants no more than the current right. */
export const consumeTicket = async (
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<{ grant: StreamGrant; device: StreamedDevice; isResumed: boolean } | null> => {
  const [row] = await query<UsedRow>(tx, USE, [now, tokenHash])
  if (!row) return null
  return {
    isResumed: row.kind === 'resume',
    grant: {
      userId: Number(row.user_id),
      sessionId: Number(row.session_id),
      deviceId: Number(row.device_id),
      mode: row.mode,
    },
    device: {
      name: row.name,
      supplierType: row.supplier_type,
      phoneId: row.phone_id,
      expiresAt: row.expires_at,
      isMetered: row.is_metered,
      isTrial: row.is_trial,
      isOwner: row.is_owner,
    },
  }
}

interface CheckedRow {
  position: number
  holds: boolean
  mode: StreamMode
  is_owner: boolean
  expires_at: Date
  device_ends_at: Date
  state: string
}

export type GrantCheck =
  | { readonly holds: true; readonly mode: StreamMode; readonly isOwner: boolean; readonly expiresAt: Date }
  | { readonly holds: false; readonly isExpired: boolean }

/** Current right of each open screen, in the order of `grants`. */
export const checkGrants = async (pool: Pool, grants: readonly StreamGrant[], now: Date): Promise<GrantCheck[]> => {
  const columns = [
    grants.map((grant) => grant.userId),
    grants.map((grant) => grant.sessionId),
    grants.map((grant) => grant.deviceId),
    grants.map((grant) => grant.mode),
  ]
  const { rows } = await pool.query<CheckedRow>(CHECK, [now, ...columns])
  const checks = grants.map((): GrantCheck => ({ holds: false, isExpired: false }))
  for (const { position, holds, mode, is_owner: isOwner, expires_at: expiresAt, ...device } of rows) {
    const isExpired = device.state === 'expired' || device.device_ends_at <= now
    checks[position - 1] = holds ? { holds, mode, isOwner, expiresAt } : { holds, isExpired }
  }
  return checks
}

/** Open screens and unused tickets of a user; locked, so that no other opens until the transaction ends. */
export const countTickets = async (tx: Tx, userId: number, now: Date): Promise<{ screens: number; unused: number }> => {
  await query(tx, LOCK, [userId])
  const [counts] = await query<{ screens: number; unused: number }>(tx, COUNT, [userId, now])
  return counts ?? { screens: 0, unused: 0 }
}

/** Pictures sent to one screen, and those that it was too slow for. */
export interface ScreenFigures {
  readonly sentFrames: number
  readonly skippedFrames: number
  readonly sentBytes: number
}

/** Marks the ticket's screen as closed; the ticket can still reopen it. */
export const closeTicket = async (
  tx: Tx | Db,
  tokenHash: Buffer,
  closedAt: Date,
  figures?: ScreenFigures,
): Promise<void> => {
  await tx
    .update(streamTickets)
    .set({ closedAt, ...figures })
    .where(eq(streamTickets.tokenHash, tokenHash))
}

export const insertTicket = async (tx: Tx | Db, ticket: typeof streamTickets.$inferInsert): Promise<void> => {
  await tx.insert(streamTickets).values(ticket)
}

export const deleteTicket = async (tx: Tx | Db, tokenHash: Buffer): Promise<void> => {
  await tx.delete(streamTickets).where(eq(streamTickets.tokenHash, tokenHash))
}

/** State of a device, and the gateway of its zone, if any. */
export const findStreamTarget = async (db: Db, deviceId: number) => {
  const [device] = await db
    .select({ state: devices.state, gatewayUrl: zones.gatewayUrl })
    .from(devices)
    .innerJoin(zones, eq(zones.id, devices.zoneId))
    .where(eq(devices.id, deviceId))
  return device
}

/** Gateways of zones, on the product's own host or on others. */
export const listGatewayUrls = async (db: Db): Promise<string[]> => {
  const found = await db.selectDistinct({ gatewayUrl: zones.gatewayUrl }).from(zones)
  return found.flatMap(({ gatewayUrl }) => gatewayUrl ?? [])
}
