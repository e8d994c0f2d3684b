import { and, eq, isNull, ne } from 'drizzle-orm'
import type pg from 'pg'
import { sessions } from '../../tables/identity.ts'
import type { Db } from '../database.ts'
import { query, type Tx } from '../transaction.ts'
import { counters, type UnreadRow } from '../unread/counters.ts'
import type { Caller, CallerProfile } from './caller.ts'
import type { ClientInfo } from './client-info.ts'

/** Session before it is inserted. */
export interface NewSession {
  readonly token: string
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface SessionRow extends Caller {
  readonly renewedAt: Date
}

/** The only insert of sessions; the rows come from a table expression with these columns. */
export const insertSessionsFrom = (source: string): string => `
  insert into sessions (
    user_id, token_hash, created_at, renewed_at, expires_at, terminal_type, client_type, device_name, address
  )
  select user_id, token_hash, created_at, created_at, expires_at, terminal_type, client_type, device_name, address
  from ${source}`

const INSERT_SESSION = {
  name: 'insert-session',
  text: insertSessionsFrom(`(values (
    $1::bigint, $2::bytea, $3::timestamptz, $4::timestamptz, $5::text, $6::text, $7::text, $8::text
  )) as s (user_id, token_hash, created_at, expires_at, terminal_type, client_type, device_name, address)`),
}

export const insertSession = async (
  tx: Tx,
  { tokenHash, createdAt, expiresAt }: NewSession,
  userId: number,
  { terminalType = '', clientType = '', deviceName = '', address = '' }: Partial<ClientInfo> = {},
): Promise<void> => {
  const values = [userId, tokenHash, createdAt, expiresAt, terminalType, clientType, deviceName, address]
  await query(tx, INSERT_SESSION, values)
}

export const renewSession = async (db: Db, sessionId: number, renewedAt: Date, expiresAt: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ renewedAt, expiresAt })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

export const revokeSession = async (tx: Tx, sessionId: number, revokedAt: Date): Promise<void> => {
  await tx
    .update(sessions)
    .set({ revokedAt })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

/** Revokes the sessions of a user, except `keptId`; returns how many. */
export const revokeSessionsOf = async (tx: Tx, userId: number, revokedAt: Date, keptId?: number): Promise<number> => {
  const isOther = keptId === undefined ? undefined : ne(sessions.id, keptId)
  const revoked = await tx
    .update(sessions)
    .set({ revokedAt })
    .where(and(eq(sessions.userId, userId), isOther, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return revoked.length
}

interface Row {
  position: number
  session_id: string
  user_id: string
  is_frozen: boolean
  renewed_at: Date
}

interface ProfileRow extends Row {
  name: string
  avatar: string
  mobile_phone: string | null
  user_type: number
  personal_check_status: number
  company_check_status: number
  has_password: boolean
  personnel_id: string | null
}

/**
 * The hottest query of the product, run by every call that requires a login: hand-written, prepared once per connection
 * and batched over many tokens. The account's state is joined, because it decides with the session. Lateral joins force
 * a key look-up per token: without statistics, the planner made a plain join read every session for each query.
 */
const lookUp = (more = '', from = ''): string => `
  select request.position::int as position, s.id as session_id, s.user_id, s.renewed_at,
    u.frozen_at is not null as is_frozen${more}
  from unnest($1::bytea[]) with ordinality as request (token_hash, position)
  cross join lateral (select * from sessions where token_hash = request.token_hash limit 1) s
  cross join lateral (select * from users where id = s.user_id limit 1) u${from}
  where s.revoked_at is null and s.expires_at > $2 and u.erased_at is null`

const LOOK_UP = lookUp()
/** For the one call that needs nothing else: a second query would cost as much as the first. */
const LOOK_UP_WITH_PROFILE = lookUp(`,
    u.name, u.avatar, u.mobile_phone, u.user_type, u.personal_check_status, u.company_check_status,
    u.password_hash is not null as has_password,
    case when u.personal_check_status = 2
      then (select max(v.id) from verifications v where v.user_id = u.id and v.kind = 1 and v.status = 2)
    end as personnel_id`)
/** Every open page makes this call once a minute. */
const LOOK_UP_WITH_UNREAD = lookUp(
  counters.map((name) => `, coalesce(c.${name}, 0) as ${name}`).join(''),
  '\n  left join lateral (select * from message_counts where user_id = s.user_id limit 1) c on true',
)

/** Results in the order of the tokens, `null` without a valid session. */
export const findSessions = async (
  pool: pg.Pool,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(SessionRow | null)[]> => {
  const { rows } = await pool.query<Row>({ name: 'session-look-up', text: LOOK_UP, values: [tokenHashes, now] })
  return inOrder(tokenHashes, rows, toSession)
}

export const findSessionsWithProfile = async (
  pool: pg.Pool,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(SessionRow | null)[]> => {
  const statement = { name: 'session-and-profile-look-up', text: LOOK_UP_WITH_PROFILE, values: [tokenHashes, now] }
  const { rows } = await pool.query<ProfileRow>(statement)
  return inOrder(tokenHashes, rows, (row) => ({ ...toSession(row), profile: toProfile(row) }))
}

export const findSessionsWithUnread = async (
  pool: pg.Pool,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(SessionRow | null)[]> => {
  const statement = { name: 'session-and-unread-look-up', text: LOOK_UP_WITH_UNREAD, values: [tokenHashes, now] }
  const { rows } = await pool.query<Row & UnreadRow>(statement)
  // The row contains the counters; its other columns are ignored.
  return inOrder(tokenHashes, rows, (row) => ({ ...toSession(row), unread: row }))
}

const inOrder = <Found extends Row>(
  keys: readonly unknown[],
  rows: readonly Found[],
  read: (row: Found) => SessionRow,
): (SessionRow | null)[] => {
  const found: (SessionRow | null)[] = keys.map(() => null)
  for (const row of rows) found[row.position - 1] = read(row)
  return found
}

const toSession = (row: Row): SessionRow => ({
  sessionId: Number(row.session_id),
  userId: Number(row.user_id),
  isFrozen: row.is_frozen,
  renewedAt: row.renewed_at,
})

const toProfile = (row: ProfileRow): CallerProfile => ({
  name: row.name,
  avatar: row.avatar,
  mobilePhone: row.mobile_phone ?? '',
  userType: row.user_type,
  personalCheckStatus: row.personal_check_status,
  companyCheckStatus: row.company_check_status,
  hasPassword: row.has_password,
  ...(row.personnel_id !== null && { personnelId: Number(row.personnel_id) }),
})
