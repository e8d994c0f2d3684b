import { type MessageEvent, messageEvents } from '@yunji/contract/messages/rules'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database.ts'
import { counterOf } from '../../platform/unread/counters.ts'
import type { MessageText } from './templates/format.ts'
import { applyChanges, changes } from './unread-store.ts'

/** A message to be written, and its source. */
export interface Draft extends MessageText {
  readonly userId: number
  readonly event: MessageEvent
  readonly outboxId?: number
  readonly noticeId?: number
}

export interface WrittenMessage {
  readonly id: number
  readonly userId: number
  readonly messageType: number
  readonly event: MessageEvent
}

interface WrittenRow extends Record<string, unknown> {
  readonly id: string
  readonly user_id: string
  readonly message_type: number
  readonly event: MessageEvent
}

/**
 * Writes messages and counts them. Accounts are locked first and in order, so that ids and times of one user's messages
 * grow together, and an account being erased gets none. A message of the same source is neither written nor counted
 * twice.
 */
export const insertMessages = async (tx: Tx, drafts: readonly Draft[], now: Date): Promise<WrittenMessage[]> => {
  if (drafts.length === 0) return []
  await lockAccounts(tx, drafts, now)
  const column = <Value>(read: (draft: Draft) => Value) => sql.param(drafts.map(read))
  const { rows } = await tx.execute<WrittenRow>(sql`
    with drafts as (
      select * from unnest(
        ${column(({ userId }) => userId)}::bigint[],
        ${column(({ outboxId }) => outboxId ?? null)}::bigint[],
        ${column(({ noticeId }) => noticeId ?? null)}::bigint[],
        ${column(({ event }) => event)}::text[],
        ${column(({ event }) => messageEvents[event].messageType)}::smallint[],
        ${column(({ event }) => counterOf(event))}::text[],
        ${column(({ title }) => title)}::text[],
        ${column(({ content }) => content)}::text[],
        ${column(({ summary }) => summary)}::text[],
        ${column(({ link }) => link)}::text[],
        ${column(({ linkText }) => linkText)}::text[],
        ${column(({ deviceId }) => deviceId ?? null)}::bigint[],
        ${column(({ otherDeviceIds = [] }) => `{${otherDeviceIds.join(',')}}`)}::text[]
      ) with ordinality as d (
        user_id, outbox_id, notice_id, event, message_type, counter, title, content, summary, link, link_text, device_id,
        other_device_ids, position
      )
    ), changed as (
      insert into messages (
        user_id, outbox_id, notice_id, event, message_type, counter, title, content, summary, link, link_text, device_id,
        other_device_ids, created_at
      )
      select d.user_id, d.outbox_id, d.notice_id, d.event, d.message_type, d.counter, d.title, d.content, d.summary,
        d.link, d.link_text, d.device_id, d.other_device_ids::bigint[], c.last_message_at
      from drafts d join message_counts c on c.user_id = d.user_id join users u on u.id = d.user_id
      where u.erased_at is null
      order by d.position
      on conflict do nothing
      returning id, user_id, message_type, counter, event
    ), changes as (${changes}), counted as (${applyChanges('+')})
    select id, user_id, message_type, event from changed order by id`)
  return rows.map(({ id, user_id, message_type: messageType, event }) => ({
    id: Number(id),
    userId: Number(user_id),
    messageType,
    event,
  }))
}

const lockAccounts = async (tx: Tx, drafts: readonly Draft[], now: Date): Promise<void> => {
  const userIds = sql.param([...new Set(drafts.map(({ userId }) => userId))])
  await tx.execute(sql`
    insert into message_counts as c (user_id, last_message_at)
    select id, ${now} from (
      select id from users where id = any(${userIds}::bigint[]) and erased_at is null order by id for key share
    ) u
    on conflict (user_id) do update
      set last_message_at = greatest(excluded.last_message_at, c.last_message_at + interval '1 millisecond')`)
}
