import type { Pool } from 'pg'
import { query, type Statement, type Tx, transact } from '../../../platform/transaction.ts'

/** Idle time of the holder after which another user may take the controls. */
export const UNDISTURBED_MS = 10_000

/** User who holds or wants the controls. */
export interface Candidate {
  readonly userId: number
  readonly isOwner: boolean
}

/** What a gateway has and wants on one device. */
export interface LeaseIntent {
  readonly deviceId: number
  /** The lease is here. */
  readonly isMine: boolean
  /** Its holder, or who shall hold the controls when the lease comes here. */
  readonly candidate: Candidate | null
  readonly idleMs: number
  /** A gateway that has the lease is asked for it; `take` also takes it from another user. */
  readonly request: 'none' | 'join' | 'take'
  /** Answer to the gateway that asks for this lease. */
  readonly answer: 'none' | 'handOver' | 'refuse'
}

export interface LeaseRound {
  readonly gatewayId: string
  readonly isRegistered: boolean
  readonly round: number
  readonly leaseMs: number
  readonly intents: readonly LeaseIntent[]
}

/** Lease of a device, as seen by one gateway. */
export interface LeaseRow {
  readonly isMine: boolean
  readonly holder: Candidate | null
  /** Who asks for it, at another gateway. */
  readonly next: Candidate | null
  readonly isNextMine: boolean
}

export interface LeaseAnswer {
  /** False when another gateway found this one expired and deleted it, or a later round came first. */
  readonly isAlive: boolean
  readonly leases: ReadonlyMap<number, LeaseRow>
}

/** $1 is the gateway and $2 the round in every statement but the first. */
const REGISTER: Statement = {
  name: 'register_gateway',
  text: `
  insert into gateways (id, round, expires_at) values ($1, 0, now() + $2 * interval '1 millisecond')
  on conflict (id) do nothing`,
}

const ROWS = `
  select device_id, gateway_id = $1 as is_mine, holder_id, holder_is_owner,
    next_gateway_id is not null as has_next, next_gateway_id = $1 as is_next_mine, next_holder_id, next_is_owner
  from screen_leases`

/**
 * Renewal, holders and current rows in one statement. The gateway's row is locked until the end of the transaction, so
 * rounds run one after the other, and none after the gateway was deleted. `input_at` is exact to a second.
 */
const RENEW: Statement = {
  name: 'renew_gateway',
  text: `
  with renewed as (
    update gateways set round = $2, expires_at = now() + $3 * interval '1 millisecond' where id = $1 and round < $2
    returning id
  ), published as (
    update screen_leases l
    set holder_id = o.holder_id, holder_is_owner = o.is_owner, input_at = now() - o.idle_ms * interval '1 millisecond'
    from unnest($4::bigint[], $5::bigint[], $6::boolean[], $7::float8[]) as o (device_id, holder_id, is_owner, idle_ms)
    where l.device_id = o.device_id and l.gateway_id = (select id from renewed) and (
      l.holder_id is distinct from o.holder_id or l.holder_is_owner <> o.is_owner
      or l.input_at < now() - (o.idle_ms + 1000) * interval '1 millisecond')
  )
  select r.* from renewed left join lateral (${ROWS} where device_id = any($8)) r on true`,
}

/** All statements of a round are sent at once: after a renewal that failed, the others do nothing. */
const IS_RENEWED = 'exists (select from gateways where id = $1 and round = $2)'

const READ: Statement = { name: 'read_screen_leases', text: `${ROWS} where device_id = any($3) and ${IS_RENEWED}` }

/** A gateway that is just renewing itself is locked, and lives. */
const DELETE_EXPIRED: Statement = {
  name: 'delete_expired_gateways',
  text: `
  delete from gateways where id in (
    select id from gateways where expires_at <= now() and id <> $1 and ${IS_RENEWED} for update skip locked)`,
}

const RELEASE: Statement = {
  name: 'release_screen_leases',
  text: `delete from screen_leases where gateway_id = $1 and device_id <> all($3::bigint[]) and ${IS_RENEWED}`,
}

const HAND_OVER: Statement = {
  name: 'hand_over_screen_leases',
  text: `
  update screen_leases l
  set gateway_id = next_gateway_id, holder_id = next_holder_id, holder_is_owner = next_is_owner, input_at = now(),
    next_gateway_id = null, next_holder_id = null, next_is_owner = false
  from gateways g
  where l.gateway_id = $1 and l.device_id = any($3) and ${IS_RENEWED}
    and g.id = l.next_gateway_id and g.expires_at > now()`,
}

const REFUSE: Statement = {
  name: 'refuse_screen_leases',
  text: `
  update screen_leases set next_gateway_id = null, next_holder_id = null, next_is_owner = false
  where gateway_id = $1 and device_id = any($3) and ${IS_RENEWED}`,
}

const CLAIM: Statement = {
  name: 'claim_screen_leases',
  text: `
  insert into screen_leases (device_id, gateway_id, holder_id, holder_is_owner, input_at)
  select d.id, $1, c.holder_id, c.is_owner, now()
  from unnest($3::bigint[], $4::bigint[], $5::boolean[]) as c (device_id, holder_id, is_owner)
  join devices d on d.id = c.device_id
  where ${IS_RENEWED}
  order by d.id
  on conflict (device_id) do nothing`,
}

/** The rule of the controls, for a holder at another gateway; the owner's request is not replaced by a guest's. */
const REQUEST: Statement = {
  name: 'request_screen_leases',
  text: `
  update screen_leases l set next_gateway_id = $1, next_holder_id = r.holder_id, next_is_owner = r.is_owner
  from unnest($3::bigint[], $4::bigint[], $5::boolean[], $6::boolean[]) as r (device_id, holder_id, is_owner, is_take)
  where l.device_id = r.device_id and l.gateway_id <> $1 and ${IS_RENEWED}
    and (l.holder_id is null or l.holder_id = r.holder_id or (r.is_take and (
      r.is_owner or (not l.holder_is_owner and l.input_at <= now() - interval '${UNDISTURBED_MS} milliseconds'))))
    and (l.next_gateway_id is null or l.next_gateway_id = $1 or r.is_owner or not l.next_is_owner)`,
}

interface Row {
  device_id: string | null
  is_mine: boolean
  holder_id: string | null
  holder_is_owner: boolean
  has_next: boolean
  is_next_mine: boolean | null
  next_holder_id: string | null
  next_is_owner: boolean
}

const candidateOf = (userId: string | null, isOwner: boolean): Candidate | null =>
  userId === null ? null : { userId: Number(userId), isOwner }

const leasesOf = (rows: readonly Row[]): ReadonlyMap<number, LeaseRow> =>
  new Map(
    rows
      .filter(({ device_id: deviceId }) => deviceId !== null)
      .map((row) => [
        Number(row.device_id),
        {
          isMine: row.is_mine,
          holder: candidateOf(row.holder_id, row.holder_is_owner),
          next: row.has_next ? candidateOf(row.next_holder_id, row.next_is_owner) : null,
          isNextMine: row.is_next_mine ?? false,
        },
      ]),
  )

const devicesOf = (intents: readonly LeaseIntent[]): number[] => intents.map(({ deviceId }) => deviceId)
/** Columns of `unnest`: device, user, and whether the user owns the device. */
const columnsOf = (intents: readonly LeaseIntent[]) => [
  devicesOf(intents),
  intents.map(({ candidate }) => candidate?.userId ?? null),
  intents.map(({ candidate }) => candidate?.isOwner ?? false),
]

const renewValues = ({ gatewayId, round, leaseMs, intents }: LeaseRound): unknown[] => {
  const owned = intents.filter(({ isMine }) => isMine)
  const idle = owned.map(({ idleMs }) => idleMs)
  return [gatewayId, round, leaseMs, ...columnsOf(owned), idle, devicesOf(intents)]
}

const DEAD: LeaseAnswer = { isAlive: false, leases: new Map() }

/** One statement for a gateway that has all that it wants, so that a slow connection delays a renewal once. */
const renew = async (pool: Pool, round: LeaseRound): Promise<LeaseAnswer> => {
  const { rows } = await pool.query<Row>({ ...RENEW, values: renewValues(round) })
  return rows.length === 0 ? DEAD : { isAlive: true, leases: leasesOf(rows) }
}

const negotiate = async (tx: Tx, round: LeaseRound): Promise<LeaseAnswer> => {
  const { gatewayId, isRegistered, intents, leaseMs } = round
  const run = (statement: Statement, ...values: unknown[]) =>
    query<Row>(tx, statement, [gatewayId, round.round, ...values])
  const answering = (answer: LeaseIntent['answer']) => devicesOf(intents.filter((intent) => intent.answer === answer))
  const requested = intents.filter(({ request }) => request !== 'none')
  const [, renewed, , , , , , , rows] = await Promise.all([
    isRegistered ? [] : query(tx, REGISTER, [gatewayId, leaseMs]),
    query<Row>(tx, RENEW, renewValues(round)),
    run(DELETE_EXPIRED),
    run(RELEASE, devicesOf(intents)),
    run(HAND_OVER, answering('handOver')),
    run(REFUSE, answering('refuse')),
    run(CLAIM, ...columnsOf(intents.filter(({ isMine }) => !isMine))),
    run(
      REQUEST,
      ...columnsOf(requested),
      requested.map(({ request }) => request === 'take'),
    ),
    run(READ, devicesOf(intents)),
  ])
  return renewed.length === 0 ? DEAD : { isAlive: true, leases: leasesOf(rows) }
}

/** Renews the gateway; a whole round also settles what it wants, and deletes leases of closed screens and expired gateways. */
export const exchangeLeases = (pool: Pool, round: LeaseRound, isWhole: boolean): Promise<LeaseAnswer> =>
  isWhole || !round.isRegistered ? transact(pool, (tx) => negotiate(tx, round)) : renew(pool, round)

/** Ends a gateway, and its leases with it. */
export const deleteGateway = async (pool: Pool, gatewayId: string): Promise<void> => {
  await pool.query('delete from gateways where id = $1', [gatewayId])
}
