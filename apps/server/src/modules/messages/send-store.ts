import { MAX_SMS_PER_DAY, type MessageEvent, type MessageType, smsTypesByDefault } from '@yunji/contract/messages/rules'
import { sql } from 'drizzle-orm'
import { chinaDay } from '../../platform/china-time.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { WrittenMessage } from './insert-store.ts'

/** Follow at once from what the user has just done: an SMS would only cost, and take the place of a reminder. */
const NEVER_BY_SMS: ReadonlySet<MessageEvent> = new Set(['meteredStopped'])

/** Reach a customer who is logged out everywhere, whatever the settings. */
const ALWAYS_BY_SMS: ReadonlySet<MessageEvent> = new Set(['deletionRequested'])

interface SendTerms {
  /** Message types with a WeChat template. */
  readonly offered: readonly number[]
  readonly canNotify: boolean
  readonly now: Date
}

/** Spends subscriptions and the day's SMS for the messages, and returns how many sends were written. */
export const insertSends = async (
  tx: Tx,
  written: readonly WrittenMessage[],
  { offered, canNotify, now }: SendTerms,
): Promise<number> => {
  const day = chinaDay(now)
  const byDefault = sql.param([...smsTypesByDefault])
  const column = (read: (message: WrittenMessage) => number | boolean) => sql.param(written.map(read))
  const { rows } = await tx.execute(sql`
    with written as (
      select * from unnest(
        ${column(({ id }) => id)}::bigint[],
        ${column(({ userId }) => userId)}::bigint[],
        ${column(({ messageType }) => messageType)}::smallint[],
        ${column(({ event }) => !NEVER_BY_SMS.has(event))}::boolean[],
        ${column(({ event }) => ALWAYS_BY_SMS.has(event))}::boolean[]
      ) as w (message_id, user_id, message_type, may_be_sms, must_be_sms)
    ), settings as (
      select * from message_settings s
      where exists (select 1 from written w where w.user_id = s.user_id and w.message_type = s.message_type)
      order by user_id, message_type for update
    ), chosen as (
      select w.message_id, w.user_id, w.message_type, s.is_subscribed, s.subscriptions_left,
        w.must_be_sms
          or w.may_be_sms and coalesce(s.is_sent_by_sms, w.message_type = any(${byDefault}::smallint[])) as is_sent_by_sms
      from written w left join settings s using (user_id, message_type)
    ), ranked as (
      select *, row_number() over (partition by user_id, message_type order by message_id) as place_in_type,
        row_number() over (partition by user_id, is_sent_by_sms order by message_id) as place_in_sms
      from chosen
    ), planned as (
      select message_id, user_id, message_type, 'subscription' as way from ranked
      where is_subscribed and place_in_type <= subscriptions_left
        and message_type = any(${sql.param([...offered])}::smallint[])
      union all
      select r.message_id, r.user_id, r.message_type, 'sms' from ranked r
      left join sms_quotas q on q.subject = 'notice:' || r.user_id and q.day = ${day}::date
      where r.is_sent_by_sms and ${canNotify} and r.place_in_sms + coalesce(q.sent, 0) <= ${MAX_SMS_PER_DAY}
    ), agreed as (
      update message_settings s set subscriptions_left = s.subscriptions_left - used.count
      from (
        select user_id, message_type, count(*) as count from planned where way = 'subscription'
        group by user_id, message_type
      ) used
      where s.user_id = used.user_id and s.message_type = used.message_type
    ), counted as (
      insert into sms_quotas as q (subject, day, sent)
      select 'notice:' || user_id, ${day}::date, count(*) from planned where way = 'sms' group by user_id
      on conflict (subject, day) do update set sent = q.sent + excluded.sent
    )
    insert into message_sends (message_id, way, due_at) select message_id, way, ${now} from planned
    returning message_id`)
  return rows.length
}

export type SendState = 'waiting' | 'sending'

export interface Send extends DueSend {
  readonly tries: number
  readonly user_id: string
  readonly message_type: MessageType
  readonly title: string
  readonly summary: string
  readonly link: string
  readonly created_ms: number
  readonly mobile_phone: string | null
  readonly openid: string | null
}

export interface DueSend extends Record<string, unknown> {
  readonly message_id: string
  readonly way: 'subscription' | 'sms'
  /** As text: a timestamp of the database is finer than a `Date`. */
  readonly due: string
}

export const listDueSends = async (
  db: Db,
  state: SendState,
  by: Date,
  limit: number,
  last: DueSend | undefined,
): Promise<DueSend[]> => {
  const isBehind = last
    ? sql`and (due_at, message_id, way) > (${last.due}::timestamptz, ${last.message_id}::bigint, ${last.way}::text)`
    : sql``
  const { rows } = await db.execute<DueSend>(sql`
    select message_id, way, due_at::text as due from message_sends
    where state = ${state} and due_at <= ${by} ${isBehind} order by due_at, message_id, way limit ${limit}`)
  return rows
}

const isOneOf = (sends: readonly DueSend[]) => sql`(message_id, way) in (
  select * from unnest(${sql.param(sends.map((each) => each.message_id))}::bigint[], ${sql.param(sends.map(({ way }) => way))}::text[]))`

export const markLost = (db: Db, lost: readonly DueSend[]) =>
  db.execute(sql`update message_sends set state = 'unknown' where state = 'sending' and ${isOneOf(lost)}`)

/** Marks sends as being sent before they are: a crash in between leaves them unsent rather than sent twice. */
export const claimSends = async (db: Db, due: readonly DueSend[], appId: string | null, now: Date): Promise<Send[]> => {
  const { rows } = await db.execute<Send>(sql`
    with taken as (
      update message_sends set state = 'sending', due_at = ${now}, tries = tries + 1
      where (message_id, way) in (
        select message_id, way from message_sends where state = 'waiting' and due_at <= ${now} and ${isOneOf(due)}
        for update skip locked
      )
      returning message_id, way, tries, due_at::text as due
    )
    select taken.*, m.user_id, m.message_type, coalesce(n.title, m.title) as title,
      coalesce(n.title, m.summary) as summary, coalesce(n.link, m.link) as link,
      (extract(epoch from m.created_at) * 1000)::float8 as created_ms, u.mobile_phone, a.openid
    from taken
    join messages m on m.id = taken.message_id
    join users u on u.id = m.user_id
    left join notices n on n.id = m.notice_id
    left join lateral (
      select openid from messaging_accounts where user_id = m.user_id and app_id = ${appId} limit 1
    ) a on true`)
  return rows
}

export type Outcome = 'sent' | 'refused' | 'unknown' | 'waiting'

export const updateSend = async (db: Db, send: DueSend, state: Outcome, dueAt: Date): Promise<void> => {
  await db.execute(sql`
    update message_sends set state = ${state}, due_at = ${dueAt}
    where message_id = ${send.message_id} and way = ${send.way} and state = 'sending'`)
}
