import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { createBatchLoader } from '../../../platform/batch-loader.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { EventPayloads } from '../../../platform/outbox/events.ts'
import type { ClientInfo } from '../../../platform/sessions/client-info.ts'
import { insertSessionsFrom, type NewSession } from '../../../platform/sessions/store.ts'
import { type Attempt, SETTLED, settledValues } from './password-attempt-store.ts'

interface PasswordLoginEntry extends ClientInfo {
  /** The try with the right password. */
  readonly of: Attempt
  readonly userId: number
  readonly device: Buffer
  readonly session: NewSession
}

/** Last step of a login by password. Concurrent logins share a commit. */
export interface LoginStore {
  /**
   * Settles the try, cancels a deletion, remembers the device, starts the session and reports a login from a new place,
   * all in one statement. Returns whether it reported one.
   */
  complete(entry: PasswordLoginEntry): Promise<boolean>
}

const PLACE_BYTES = 16

/** Hash of the client's description, without its address, which changes with every network. */
export const placeOf = ({ terminalType, clientType, deviceName, browser }: ClientInfo): Buffer => {
  const place = JSON.stringify([terminalType, clientType, deviceName, browser])
  return createHash('sha256').update(place).digest().subarray(0, PLACE_BYTES)
}

export const newLoginPayload = (
  { deviceName, browser, terminalType }: ClientInfo,
  now: Date,
): EventPayloads['newLogin'] => ({ where: deviceName || browser || terminalType || '未知设备', at: now.getTime() })

const COMPLETE_LOGINS = `
  with ${SETTLED}, entered as (
    select * from unnest(
      $7::bigint[], $8::bytea[], $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[], $13::text[],
      $14::text[], $15::bytea[], $16::jsonb[], $17::bytea[]
    ) as e (
      user_id, token_hash, created_at, expires_at, terminal_type, client_type, device_name, address, place, facts, device
    )
  ), stayed as (
    delete from account_deletions where user_id in (
      select user_id from account_deletions where user_id = any($7::bigint[]) order by user_id for update
    )
  ), known as (
    insert into login_devices (user_id, device, last_login_at)
    select distinct on (user_id, device) user_id, device, created_at from entered order by user_id, device
    on conflict (user_id, device) do update set last_login_at = excluded.last_login_at
  ), placed as (
    insert into login_places (user_id, place, first_at)
    select distinct on (user_id, place) user_id, place, created_at from entered order by user_id, place
    on conflict do nothing
    returning user_id, place
  ), reported as (
    insert into outbox (key, event, user_id, facts, created_at)
    select 'newLogin:' || user_id || ':' || encode(place, 'hex'), 'newLogin', user_id, facts, created_at
    from placed join entered using (user_id, place)
    where exists (select 1 from login_places known where known.user_id = placed.user_id)
    on conflict do nothing
    returning user_id
  ), started as (
    ${insertSessionsFrom('entered')}
  )
  select user_id from reported`

export const createLoginStore = (pool: Pool, clock: Clock): LoginStore => ({
  complete: createBatchLoader(async (entries: readonly PasswordLoginEntry[]): Promise<boolean[]> => {
    const column = <Value>(read: (entry: PasswordLoginEntry) => Value): Value[] => entries.map(read)
    const tries = column(({ of }) => of)
    const outcomes = column(() => 'right' as const)
    const values = [
      ...settledValues(tries, outcomes, clock.now()),
      column(({ userId }) => userId),
      column(({ session }) => session.tokenHash),
      column(({ session }) => session.createdAt),
      column(({ session }) => session.expiresAt),
      column(({ terminalType }) => terminalType),
      column(({ clientType }) => clientType),
      column(({ deviceName }) => deviceName),
      column(({ address }) => address),
      column(placeOf),
      column((entry) => JSON.stringify(newLoginPayload(entry, entry.session.createdAt))),
      column(({ device }) => device),
    ]
    const { rows } = await pool.query<{ user_id: string }>({ name: 'enter-by-password', text: COMPLETE_LOGINS, values })
    const reported = new Set(rows.map((row) => Number(row.user_id)))
    return entries.map(({ userId }) => reported.has(userId))
  }),
})
