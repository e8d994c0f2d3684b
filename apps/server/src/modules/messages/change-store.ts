import { type MessageEvent, MessageType } from '@yunji/contract/messages/rules'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import type { OldRows } from '../../platform/retention.ts'
import { countersOfType } from '../../platform/unread/counters.ts'
import { messages, notices, outbox } from '../../tables/messages.ts'
import { applyChanges, changes, isUnread, lockMessages } from './unread-store.ts'

/** False when the user has no such message; reading it again changes nothing. */
export const markRead = async (tx: Tx, userId: number, messageId: number, now: Date): Promise<boolean> => {
  await lockMessages(tx, [userId])
  const { rows } = await tx.execute(sql`
    with own as (
      select m.id, m.user_id, m.counter, ${isUnread} as is_unread
      from messages m join message_counts c on c.user_id = m.user_id
      where m.id = ${messageId} and m.user_id = ${userId}
    ), changed as (
      update messages set read_at = ${now} from own where messages.id = own.id and own.is_unread
      returning own.user_id, own.counter
    ), changes as (${changes}), counted as (${applyChanges('-')})
    select id from own`)
  return rows.length > 0
}

export const findNoticeMessages = async (tx: Tx, userId: number, noticeIds: readonly number[]): Promise<number[]> => {
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.userId, userId), inArray(messages.noticeId, [...noticeIds])))
  return rows.map(({ id }) => id)
}

/** One write per type, however many messages: everything up to the newest is read. */
export const markAllRead = async (tx: Tx, userId: number, types: readonly MessageType[]): Promise<void> => {
  await lockMessages(tx, [userId])
  for (const type of types) {
    const zeros = sql.raw(
      countersOfType(type)
        .map((name) => `${name} = 0`)
        .join(', '),
    )
    await tx.execute(sql`
      update message_counts set ${zeros}, read_to[${sql.raw(String(type))}] = coalesce(
        (select id from messages where user_id = ${userId} and message_type = ${type}
         order by created_at desc, id desc limit 1), 0)
      where user_id = ${userId}`)
  }
}

/** Each makes the earlier ones about its devices out of date. */
export const reminderEvents: readonly MessageEvent[] = ['deviceExpiring', 'deviceExpired']

/**
 * Marks reminders as read once every device in them has a later one. Later is the order of the events: two processes may
 * deliver them the other way round. The caller has locked the users' messages.
 */
export const markSuperseded = async (tx: Tx, userIds: readonly number[], now: Date): Promise<void> => {
  await tx.execute(sql`
    with reminders as materialized (
      select m.id, m.user_id, m.outbox_id, ${isUnread} as is_unread, d.device_id
      from messages m join message_counts c on c.user_id = m.user_id
      cross join lateral unnest(m.device_id || m.other_device_ids) as d (device_id)
      where m.user_id = any(${sql.param([...userIds])}::bigint[]) and m.message_type = ${MessageType.renewalReminder}
        and m.event = any(${sql.param(reminderEvents)}::text[])
    ), latest as (
      select user_id, device_id, max(outbox_id) as outbox_id from reminders group by user_id, device_id
    ), superseded as (
      select r.id from reminders r join latest l on l.user_id = r.user_id and l.device_id = r.device_id
      where r.is_unread group by r.id having bool_and(l.outbox_id > r.outbox_id)
    ), changed as (
      update messages m set read_at = ${now} from superseded s where m.id = s.id returning m.user_id, m.counter
    ), changes as (${changes})
    ${applyChanges('-')}`)
}

/** Returns the number of deleted messages; foreign and missing ones are skipped. */
export const deleteOwn = async (tx: Tx, userId: number, messageIds: readonly number[]): Promise<number> => {
  await lockMessages(tx, [userId])
  return deleteLocked(tx, [userId], messageIds)
}

/** The caller has locked the users' messages. */
export const deleteLocked = async (
  tx: Tx,
  userIds: readonly number[],
  messageIds: readonly number[],
): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with gone as (
      delete from messages m using message_counts c
      where c.user_id = m.user_id and m.user_id = any(${sql.param([...userIds])}::bigint[])
        and m.id = any(${sql.param([...messageIds])}::bigint[])
      returning m.user_id, m.counter, ${isUnread} as is_unread
    ), changed as (select user_id, counter from gone where is_unread),
    changes as (${changes}), counted as (${applyChanges('-')})
    select count(*)::int as count from gone`)
  return rows[0]?.count ?? 0
}

export interface OldMessage extends Record<string, unknown> {
  readonly id: string
  readonly user_id: string
}

/** Delivered events, and ended notices that no message refers to. */
export const deliveredBefore = (before: Date): readonly OldRows[] => [
  [outbox, lt(outbox.deliveredAt, before)],
  [
    notices,
    sql`${lt(notices.endedAt, before)} and not exists (select 1 from messages m where m.notice_id = ${notices.id})`,
  ],
]

/** The oldest messages, without those that could not be deleted. */
export const listMessagesBefore = async (
  db: Db,
  before: Date,
  failed: readonly OldMessage[],
  limit: number,
): Promise<OldMessage[]> => {
  const failedIds = sql.param(failed.map(({ id }) => id))
  const { rows } = await db.execute<OldMessage>(sql`
    select id, user_id from messages where created_at < ${before} and not (id = any(${failedIds}::bigint[]))
    order by created_at limit ${limit}`)
  return rows
}
