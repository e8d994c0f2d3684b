import type { Pool } from 'pg'
import { createBatchLoader } from '../../../platform/batch-loader.ts'
import { type Clock, later, MINUTE_MS } from '../../../platform/clock.ts'

/** Wrong passwords per number and origin before the origin is locked. */
const ORIGIN_LIMIT = 5
const ORIGIN_LOCK_MS = 15 * MINUTE_MS
/** Wrong passwords per number from all strangers before strangers also need an SMS code. */
const ANYWHERE_LIMIT = 20
const ANYWHERE_WINDOW_MS = 60 * MINUTE_MS
/** Origin under which the tries of all strangers are counted. */
const ANYWHERE = Buffer.alloc(0)

interface AttemptRequest {
  readonly mobilePhone: string
  /** Origin of the try unless the device is known. */
  readonly network: Buffer
  readonly device: Buffer | null
  /** Logged in, or number proven by a code: the strangers' limit does not apply. */
  readonly isProved: boolean
}

/** A try under way: counts against the limits until it is settled. */
export interface Attempt {
  readonly mobilePhone: string
  readonly origin: Buffer
  readonly isStranger: boolean
}

export interface TakenAttempt {
  readonly attempt: Attempt
  /** Reason of a refusal: the origin's limit, the strangers' limit, or other tries still pending. */
  readonly refusal: 'origin' | 'anywhere' | 'busy' | null
  /** Null when no account has the number. */
  readonly user: { readonly id: number; readonly passwordHash: string | null; readonly isFrozen: boolean } | null
}

type Outcome = 'right' | 'wrong' | 'unknown'

/**
 * Takes a try from the origin's limit, and from the strangers' limit for a stranger, and reads the user of the number.
 * Rows are locked in key order, so that two processes never deadlock. An ended window restarts.
 */
const TAKE = `
  with who as (
    select request.*, u.id, u.password_hash, u.frozen_at is not null as is_frozen,
      coalesce(d.device, request.network) as origin, d.device is null and not request.is_proved as is_stranger
    from unnest($1::text[], $2::bytea[], $3::bytea[], $4::boolean[]) with ordinality
      as request (mobile_phone, network, device, is_proved, position)
    left join lateral (select * from users where mobile_phone = request.mobile_phone limit 1) u on true
    left join lateral (
      select k.device from login_devices k where k.user_id = u.id and k.device = request.device limit 1
    ) d on true
  ), wanted as (
    select mobile_phone, origin, $6::timestamptz as ends_at from who
    union all
    select mobile_phone, '', $8 from who where is_stranger
  ), taken as (
    insert into login_failures as f (mobile_phone, origin, failures, pending, window_ends_at)
    select mobile_phone, origin, 0, 1, ends_at from wanted order by mobile_phone, origin
    on conflict (mobile_phone, origin) do update set
      failures = case when f.window_ends_at <= $9 then 0 else f.failures end,
      pending = case when f.window_ends_at <= $9 then 0 else f.pending end + 1,
      window_ends_at = case when f.window_ends_at <= $9 then excluded.window_ends_at else f.window_ends_at end
    where f.window_ends_at <= $9 or f.failures + f.pending < case when f.origin = '' then $7::int else $5::int end
    returning mobile_phone, origin
  )
  select who.position::int as position, who.id, who.password_hash, who.is_frozen, who.origin, who.is_stranger,
    exists (select 1 from taken t where t.mobile_phone = who.mobile_phone and t.origin = who.origin) as has_origin,
    exists (select 1 from taken t where t.mobile_phone = who.mobile_phone and t.origin = '') as has_anywhere,
    coalesce(o.failures, 0) as from_origin, coalesce(a.failures, 0) as from_anywhere
  from who
  left join login_failures o on o.mobile_phone = who.mobile_phone and o.origin = who.origin
  left join login_failures a on a.mobile_phone = who.mobile_phone and a.origin = ''`

/**
 * Settles tries: `$1` numbers, `$2` origins, `$3` strangers, `$4` outcomes. A right password resets its origin's
 * failures; a wrong one extends the window, to `$5` for origins and `$6` for strangers.
 */
export const SETTLED = `
  ended as (
    select * from unnest($1::text[], $2::bytea[], $3::boolean[], $4::text[])
      as t (mobile_phone, origin, is_stranger, outcome)
  ), delta as (
    select mobile_phone, origin, count(*)::int as done, count(*) filter (where outcome = 'wrong')::int as wrong,
      bool_or(outcome = 'right') as is_right, $5::timestamptz as ends_at
    from ended group by mobile_phone, origin
    union all
    select mobile_phone, '', count(*)::int, count(*) filter (where outcome = 'wrong')::int, false, $6::timestamptz
    from ended where is_stranger group by mobile_phone
  ), held as (
    select f.mobile_phone, f.origin, delta.done, delta.wrong, delta.is_right, delta.ends_at
    from login_failures f join delta on delta.mobile_phone = f.mobile_phone and delta.origin = f.origin
    order by f.mobile_phone, f.origin for update of f
  ), settled as (
    update login_failures f set
      pending = greatest(0, f.pending - held.done),
      failures = case when held.is_right then 0 else f.failures end + held.wrong,
      window_ends_at = case when held.wrong > 0 then held.ends_at else f.window_ends_at end
    from held where held.mobile_phone = f.mobile_phone and held.origin = f.origin
  )`

interface TakenRow {
  position: number
  id: string | null
  password_hash: string | null
  is_frozen: boolean
  origin: Buffer
  is_stranger: boolean
  has_origin: boolean
  has_anywhere: boolean
  from_origin: number
  from_anywhere: number
}

export const settledValues = (tries: readonly Attempt[], outcomes: readonly Outcome[], now: Date): unknown[] => [
  tries.map(({ mobilePhone }) => mobilePhone),
  tries.map(({ origin }) => origin),
  tries.map(({ isStranger }) => isStranger),
  outcomes,
  later(now, ORIGIN_LOCK_MS),
  later(now, ANYWHERE_WINDOW_MS),
]

/** Counts password tries. Most of the cost of one is its commit, so concurrent tries share one. */
export const createPasswordAttempts = (pool: Pool, clock: Clock) => {
  const settle = createBatchLoader(async (ends: readonly { of: Attempt; outcome: Outcome }[]): Promise<null[]> => {
    const tries = ends.map(({ of }) => of)
    const outcomes = ends.map(({ outcome }) => outcome)
    const values = settledValues(tries, outcomes, clock.now())
    await pool.query({ name: 'settle-tries', text: `with ${SETTLED} select 1`, values })
    return ends.map(() => null)
  })

  const takeDistinct = async (requests: readonly AttemptRequest[]): Promise<TakenAttempt[]> => {
    const now = clock.now()
    const values = [
      requests.map(({ mobilePhone }) => mobilePhone),
      requests.map(({ network }) => network),
      requests.map(({ device }) => device),
      requests.map(({ isProved }) => isProved),
      ORIGIN_LIMIT,
      later(now, ORIGIN_LOCK_MS),
      ANYWHERE_LIMIT,
      later(now, ANYWHERE_WINDOW_MS),
      now,
    ]
    const { rows } = await pool.query<TakenRow>({ name: 'take-tries', text: TAKE, values })
    const taken: TakenAttempt[] = []
    for (const row of rows) {
      const { mobilePhone } = requests[row.position - 1] as AttemptRequest
      const { id, origin, is_stranger: isStranger } = row
      const refusal = refusalOf(row)
      // One of the two limits may have been charged: undo it.
      const half = { mobilePhone, origin: row.has_origin ? origin : ANYWHERE, isStranger: false }
      if (refusal && (row.has_origin || row.has_anywhere)) await settle({ of: half, outcome: 'unknown' })
      taken[row.position - 1] = {
        attempt: { mobilePhone, origin, isStranger },
        refusal,
        user: id === null ? null : { id: Number(id), passwordHash: row.password_hash, isFrozen: row.is_frozen },
      }
    }
    return taken
  }

  const take = createBatchLoader(async (requests: readonly AttemptRequest[]): Promise<TakenAttempt[]> => {
    const taken: TakenAttempt[] = []
    for (const round of distinctRounds(requests)) {
      const answers = await takeDistinct(round.map((at) => requests[at] as AttemptRequest))
      for (const [index, at] of round.entries()) taken[at] = answers[index] as TakenAttempt
    }
    return taken
  })

  return { take, settle: (of: Attempt, outcome: Outcome) => settle({ of, outcome }) }
}

export type PasswordAttempts = ReturnType<typeof createPasswordAttempts>

const refusalOf = (row: TakenRow): TakenAttempt['refusal'] => {
  if (!row.has_origin) return row.from_origin >= ORIGIN_LIMIT ? 'origin' : 'busy'
  if (row.is_stranger && !row.has_anywhere) return row.from_anywhere >= ANYWHERE_LIMIT ? 'anywhere' : 'busy'
  return null
}

/** Positions in rounds without a repeated number: one statement cannot update a row twice. */
const distinctRounds = (requests: readonly AttemptRequest[]): number[][] => {
  const seen = new Map<string, number>()
  const rounds: number[][] = []
  for (const [at, { mobilePhone }] of requests.entries()) {
    const round = seen.get(mobilePhone) ?? 0
    seen.set(mobilePhone, round + 1)
    const entries = rounds[round] ?? []
    entries.push(at)
    rounds[round] = entries
  }
  return rounds
}
