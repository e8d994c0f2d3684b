import type { Pool } from 'pg'
import type { SessionOrigin } from '../../platform/sessions/origin.ts'
import type { NewSession } from '../../platform/sessions/sessions.ts'

/** How many wrong passwords in a row a number may have, and how long it then waits. */
export interface AttemptRule {
  readonly limit: number
  readonly now: Date
  readonly windowEndsAt: Date
}

export interface Attempt {
  /** How many stand in the window, this one included. */
  readonly attempts: number
  /** Nothing when nobody has the number. */
  readonly user: { readonly id: number; readonly passwordHash: string | null; readonly isFrozen: boolean } | null
}

interface AttemptRow {
  failures: number
  id: string | null
  password_hash: string | null
  is_frozen: boolean
}

/**
 * Counts an attempt before its password is looked at, in one statement, so that a hundred guesses at once are a hundred
 * counted ones, and reads whose number it is on the way. The window moves with each wrong guess until the limit is
 * passed. Written by hand and prepared: logins come in waves.
 */
const COUNT_ATTEMPT = `
  with attempt as (
    insert into password_attempts as a (mobile_phone, failures, window_ends_at) values ($1, 1, $4)
    on conflict (mobile_phone) do update set
      failures = case when a.window_ends_at <= $3 then 1 else least(a.failures, $2) + 1 end,
      window_ends_at = case when a.window_ends_at <= $3 or a.failures < $2 then $4 else a.window_ends_at end
    returning failures
  )
  select attempt.failures, u.id, u.password_hash, u.frozen_at is not null as is_frozen
  from attempt left join users u on u.mobile_phone = $1`

export const countAttempt = async (pool: Pool, mobilePhone: string, rule: AttemptRule): Promise<Attempt> => {
  const { limit, now, windowEndsAt } = rule
  const values = [mobilePhone, limit, now, windowEndsAt]
  const { rows } = await pool.query<AttemptRow>({ name: 'count-attempt', text: COUNT_ATTEMPT, values })
  const [row] = rows
  const user = row?.id ? { id: Number(row.id), passwordHash: row.password_hash, isFrozen: row.is_frozen } : null
  return { attempts: row?.failures ?? 1, user }
}

/** A login forgives the wrong guesses, calls a deletion off, and starts its session: all of it or nothing. */
const ENTER = `
  with forgiven as (delete from password_attempts where mobile_phone = $1),
    stayed as (delete from account_deletions where user_id = $2)
  insert into sessions (
    token_hash, user_id, created_at, renewed_at, expires_at, terminal_type, client_type, device_name, address
  ) values ($3, $2, $4, $4, $5, $6, $7, $8, $9)`

export const enterByPassword = async (
  pool: Pool,
  { mobilePhone, userId }: { mobilePhone: string; userId: number },
  { tokenHash, createdAt, expiresAt }: NewSession,
  { terminalType, clientType, deviceName, address }: SessionOrigin,
): Promise<void> => {
  const session = [tokenHash, createdAt, expiresAt, terminalType, clientType, deviceName, address]
  await pool.query({ name: 'enter-by-password', text: ENTER, values: [mobilePhone, userId, ...session] })
}
