import type { Pool } from 'pg'
import { createBatchLoader } from '../../platform/batch-loader.ts'
import { type Clock, later, MINUTE_MS } from '../../platform/clock.ts'
import type { SessionOrigin } from '../../platform/sessions/origin.ts'
import type { NewSession } from '../../platform/sessions/sessions.ts'
import { newLoginFacts, placeOf } from './new-login.ts'

/** So many wrong passwords in a row lock a number for so long. */
export const ATTEMPT_LIMIT = 5
const LOCK_MS = 15 * MINUTE_MS

interface Attempt {
  /** How many stand in the window, this one included. */
  readonly attempts: number
  /** Nothing when nobody has the number. */
  readonly user: { readonly id: number; readonly passwordHash: string | null; readonly isFrozen: boolean } | null
}

interface Entry extends SessionOrigin {
  readonly mobilePhone: string
  readonly userId: number
  readonly session: NewSession
}

/**
 * The two statements of a login by password. Logins come in waves, and most of what one costs is its commit: those that
 * arrive together share it.
 */
export interface LoginStore {
  /** Counts an attempt before its password is looked at, and reads whose number it is on the way. */
  countAttempt(mobilePhone: string): Promise<Attempt>
  /**
   * Forgives the wrong guesses, calls a deletion off, starts the session and tells of a login from somewhere new: all of
   * it or nothing. Answers whether it told.
   */
  enter(entry: Entry): Promise<boolean>
}

/**
 * One statement, so that a hundred guesses at once are a hundred counted ones. The window moves with each wrong guess
 * until the limit is passed. Rows are taken in the order of their numbers: two processes never wait for each other.
 */
const COUNT_ATTEMPTS = `
  with asked as (
    select * from unnest($1::text[]) with ordinality as a (mobile_phone, position)
  ), attempt as (
    insert into password_attempts as p (mobile_phone, failures, window_ends_at)
    select mobile_phone, 1, $4 from asked order by mobile_phone
    on conflict (mobile_phone) do update set
      failures = case when p.window_ends_at <= $3 then 1 else least(p.failures, $2) + 1 end,
      window_ends_at = case when p.window_ends_at <= $3 or p.failures < $2 then $4 else p.window_ends_at end
    returning mobile_phone, failures
  )
  select asked.position::int as position, attempt.failures, u.id, u.password_hash, u.frozen_at is not null as is_frozen
  from asked join attempt using (mobile_phone) left join users u using (mobile_phone)`

const ENTER = `
  with forgiven as (
    delete from password_attempts where mobile_phone in (
      select mobile_phone from password_attempts where mobile_phone = any($1::text[]) order by mobile_phone for update
    )
  ), stayed as (
    delete from account_deletions where user_id in (
      select user_id from account_deletions where user_id = any($2::bigint[]) order by user_id for update
    )
  ), entered as (
    select * from unnest(
      $2::bigint[], $3::bytea[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::bytea[], $11::jsonb[]
    ) as e (
      user_id, token_hash, created_at, expires_at, terminal_type, client_type, device_name, address, place, facts
    )
  ), placed as (
    insert into login_places (user_id, place, first_at)
    select distinct on (user_id, place) user_id, place, created_at from entered order by user_id, place
    on conflict do nothing
    returning user_id, place
  ), told as (
    insert into outbox (key, event, user_id, facts, created_at)
    select 'newLogin:' || user_id || ':' || encode(place, 'hex'), 'newLogin', user_id, facts, created_at
    from placed join entered using (user_id, place)
    where exists (select 1 from login_places known where known.user_id = placed.user_id)
    on conflict do nothing
    returning user_id
  ), started as (
    insert into sessions (
      user_id, token_hash, created_at, renewed_at, expires_at, terminal_type, client_type, device_name, address
    )
    select user_id, token_hash, created_at, created_at, expires_at, terminal_type, client_type, device_name, address
    from entered
  )
  select user_id from told`

interface AttemptRow {
  position: number
  failures: number
  id: string | null
  password_hash: string | null
  is_frozen: boolean
}

export const createLoginStore = (pool: Pool, clock: Clock): LoginStore => {
  const countDistinct = async (mobilePhones: readonly string[]): Promise<Attempt[]> => {
    const now = clock.now()
    const values = [mobilePhones, ATTEMPT_LIMIT, now, later(now, LOCK_MS)]
    const { rows } = await pool.query<AttemptRow>({ name: 'count-attempts', text: COUNT_ATTEMPTS, values })
    const counted: Attempt[] = []
    for (const row of rows) {
      const { failures, id, password_hash, is_frozen } = row
      const user = id === null ? null : { id: Number(id), passwordHash: password_hash, isFrozen: is_frozen }
      counted[row.position - 1] = { attempts: failures, user }
    }
    return counted
  }

  const count = createBatchLoader(async (mobilePhones: readonly string[]): Promise<Attempt[]> => {
    const counted: Attempt[] = []
    for (const round of distinctRounds(mobilePhones)) {
      const attempts = await countDistinct(round.map((at) => mobilePhones[at] ?? ''))
      for (const [index, at] of round.entries()) counted[at] = attempts[index] as Attempt
    }
    return counted
  })

  const enter = createBatchLoader(async (entries: readonly Entry[]): Promise<boolean[]> => {
    const column = <Value>(read: (entry: Entry) => Value): Value[] => entries.map(read)
    const values = [
      column(({ mobilePhone }) => mobilePhone),
      column(({ userId }) => userId),
      column(({ session }) => session.tokenHash),
      column(({ session }) => session.createdAt),
      column(({ session }) => session.expiresAt),
      column(({ terminalType }) => terminalType),
      column(({ clientType }) => clientType),
      column(({ deviceName }) => deviceName),
      column(({ address }) => address),
      column(placeOf),
      column((entry) => JSON.stringify(newLoginFacts(entry, entry.session.createdAt))),
    ]
    const { rows } = await pool.query<{ user_id: string }>({ name: 'enter-by-password', text: ENTER, values })
    const told = new Set(rows.map((row) => Number(row.user_id)))
    return entries.map(({ userId }) => told.has(userId))
  })

  return { countAttempt: count, enter }
}

/** Positions in rounds without a number twice: one statement cannot change a row two times. */
const distinctRounds = (mobilePhones: readonly string[]): number[][] => {
  const seen = new Map<string, number>()
  const rounds: number[][] = []
  for (const [at, mobilePhone] of mobilePhones.entries()) {
    const round = seen.get(mobilePhone) ?? 0
    seen.set(mobilePhone, round + 1)
    const entries = rounds[round] ?? []
    entries.push(at)
    rounds[round] = entries
  }
  return rounds
}
