import type { MessageType } from '@yunji/contract/messages/rules'
import { sql } from 'drizzle-orm'
import { later, MINUTE_MS } from '../../platform/clock.ts'
import { forEachBatch, forEachRow, readBatches } from '../../platform/each-row.ts'
import type { Job } from '../../platform/jobs.ts'
import { NotSubscribed, SubscriptionBusy } from '../../platform/subscription-messages.ts'
import { forgetSubscriptions } from './change-settings.ts'
import type { MessageDeps } from './deps.ts'

/** Sends what waits to be sent. Its data says nothing. */
export const SEND_JOB = { name: 'messages.send' } as const

const AT_ONCE = 20
const WAKE_UPS_AT_ONCE = 1000
const MOST_TRIES = 5
/** Whoever has been sending for so long is dead, and nobody knows how far they came. */
const SENDING_AT_MOST_MS = 10 * MINUTE_MS

type SendDeps = Pick<MessageDeps, 'database' | 'clock' | 'log' | 'sms' | 'subscriptions'>

export const sendJob = (deps: SendDeps): Job<object> => ({
  ...SEND_JOB,
  heartbeatSeconds: 60,
  retryLimit: 2,
  wakeUps: WAKE_UPS_AT_ONCE,
  // Those that are tried again, and those whose wake-up was lost.
  schedule: '* * * * *',
  run: () => sendAll(deps),
})

type SendState = 'waiting' | 'sending'

interface Send extends DueSend {
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

interface DueSend extends Record<string, unknown> {
  readonly message_id: string
  readonly way: 'subscription' | 'sms'
  /** As text: a moment of the database is finer than a date. */
  readonly due: string
}

/** Sends what is due, some at a time. Those that another process takes meanwhile, or that fail, are passed over. */
export const sendAll = async (deps: SendDeps): Promise<void> => {
  const now = deps.clock.now()
  const fields = ({ message_id: messageId, way }: DueSend) => ({ messageId, way })
  const work = { job: SEND_JOB.name, log: deps.log, fields }
  const listOf = (state: SendState, by: Date) =>
    readBatches<DueSend>(AT_ONCE, (after, limit) => listDue(deps, state, by, limit, after))
  for await (const page of listOf('sending', later(now, -SENDING_AT_MOST_MS)))
    await forEachBatch(work, page, (some) => markLost(deps, some))
  for await (const page of listOf('waiting', now)) {
    const taken: Send[] = []
    await forEachBatch(work, page, async (some) => taken.push(...(await claimSends(deps, some))))
    await Promise.all(taken.map((send) => forEachRow(work, [send], () => sendOne(deps, send))))
  }
}

const listDue = async (
  { database: { db } }: SendDeps,
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

const markLost = ({ database: { db } }: SendDeps, lost: readonly DueSend[]) =>
  db.execute(sql`update message_sends set state = 'unknown' where state = 'sending' and ${isOneOf(lost)}`)

/** Says that it is being sent before it is: whoever dies in between leaves it unsent rather than sent twice. */
const claimSends = async (
  { database: { db }, clock, subscriptions }: SendDeps,
  due: readonly DueSend[],
): Promise<Send[]> => {
  const now = clock.now()
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
      select openid from messaging_accounts where user_id = m.user_id and app_id = ${subscriptions.appId} limit 1
    ) a on true`)
  return rows
}

const sendOne = async (deps: SendDeps, send: Send): Promise<void> => {
  const { message_id: messageId, way } = send
  try {
    await sendToProvider(deps, send)
    await recordOutcome(deps, send, 'sent')
  } catch (error) {
    const outcome = outcomeOf(error, send.tries)
    deps.log.warn({ err: error, messageId, way, outcome }, 'a message was not sent')
    if (error instanceof NotSubscribed)
      await forgetSubscriptions(deps.database.db, Number(send.user_id), send.message_type)
    await recordOutcome(deps, send, outcome)
  }
}

/** There is nowhere to send it to: the account was never bound, or has no phone. */
class NoAddress extends Error {}

const sendToProvider = ({ sms, subscriptions }: SendDeps, send: Send): Promise<void> => {
  const { way, openid, mobile_phone: mobilePhone, title, summary, link } = send
  if (way === 'sms') {
    if (!mobilePhone) throw new NoAddress('no phone')
    return sms.notify({ mobilePhone, text: summary })
  }
  if (!openid) throw new NoAddress('no account of the mini-program')
  const at = new Date(send.created_ms)
  return subscriptions.send({ openid, messageType: send.message_type, title, summary, link, at })
}

type Outcome = 'sent' | 'refused' | 'unknown' | 'waiting'

/** Causes that say that nothing has reached the provider. */
const NOT_REACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT/

/** Tried again only where it is certain that nothing was sent; where it is not, once may have been enough. */
const outcomeOf = (error: unknown, tries: number): Outcome => {
  if (error instanceof SubscriptionBusy || isNotReached(error)) return tries < MOST_TRIES ? 'waiting' : 'refused'
  return isLost(error) ? 'unknown' : 'refused'
}

const isNotReached = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && NOT_REACHED.test(String(cause.code))
}

const isLost = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || error.message === 'fetch failed')

const recordOutcome = async ({ database: { db }, clock }: SendDeps, send: Send, state: Outcome): Promise<void> => {
  const waitMs = state === 'waiting' ? MINUTE_MS * 2 ** (send.tries - 1) : 0
  await db.execute(sql`
    update message_sends set state = ${state}, due_at = ${later(clock.now(), waitMs)}
    where message_id = ${send.message_id} and way = ${send.way} and state = 'sending'`)
}
