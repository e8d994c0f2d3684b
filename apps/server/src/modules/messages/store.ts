import { MessageType } from '@yunji/contract/messages/rules'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database.ts'
import { devices as deviceTable } from '../../tables/devices.ts'
import { isUnread } from './unread-store.ts'

export interface MessageRow extends Record<string, unknown> {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly link: string
  readonly link_text: string
  readonly device_id: string | null
  readonly other_device_ids: readonly string[]
  readonly is_unread: boolean
  readonly created_ms: number
}

interface Part {
  readonly userId: number
  readonly messageType: MessageType
  readonly time: Date
}

const epochMs = (column: string): SQL => sql.raw(`(extract(epoch from ${column}) * 1000)::float8 as created_ms`)

const isPart = ({ userId, messageType, time }: Part): SQL =>
  sql`user_id = ${userId} and message_type = ${messageType} and created_at <= ${time}`

/** The rows of a page are found by an index-only scan; only they are read. A notice has its text in its own row. */
export const listMessages = async (
  tx: Tx,
  part: Part,
  { num, size }: { num: number; size: number },
): Promise<MessageRow[]> => {
  const { rows } = await tx.execute<MessageRow>(sql`
    select m.id, coalesce(n.title, m.title) as title, coalesce(n.content, m.content) as content,
      coalesce(n.link, m.link) as link, coalesce(n.link_text, m.link_text) as link_text,
      m.device_id, m.other_device_ids, ${isUnread} as is_unread, ${epochMs('m.created_at')}
    from (
      select id from messages where ${isPart(part)}
      order by created_at desc, id desc limit ${size} offset ${(num - 1) * size}
    ) page
    join messages m on m.id = page.id
    join message_counts c on c.user_id = m.user_id
    left join notices n on n.id = m.notice_id
    order by m.created_at desc, m.id desc`)
  return rows
}

export const countMessages = async (tx: Tx, part: Part): Promise<number> => {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from messages where ${isPart(part)}`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Upper bound of a list's timestamps. Waits for messages being written for this user, and is just before now unless a
 * message has this very timestamp: later messages are newer and shift no page.
 */
export const beginList = async (tx: Tx, userId: number, now: Date): Promise<Date> => {
  const { rows } = await tx.execute<{ created_ms: number }>(sql`
    select ${epochMs('last_message_at')} from message_counts where user_id = ${userId} for share`)
  return new Date(Math.max(rows[0]?.created_ms ?? 0, now.getTime() - 1))
}

interface LatestRow extends Record<string, unknown> {
  readonly message_type: MessageType
  readonly summary: string
  readonly created_ms: number
}

/** The newest message of each type that has any. */
export const listLatest = async (db: Db, userId: number): Promise<LatestRow[]> => {
  const types = sql.param(Object.values(MessageType))
  const { rows } = await db.execute<LatestRow>(sql`
    select types.message_type::int as message_type, coalesce(n.title, latest.summary) as summary, ${epochMs('latest.created_at')}
    from unnest(${types}::smallint[]) as types (message_type)
    cross join lateral (
      select summary, notice_id, created_at from messages
      where user_id = ${userId} and message_type = types.message_type
      order by created_at desc, id desc limit 1
    ) latest
    left join notices n on n.id = latest.notice_id`)
  return rows
}

export const listDevices = (db: Db, deviceIds: readonly number[]) =>
  db
    .select()
    .from(deviceTable)
    .where(inArray(deviceTable.id, [...deviceIds]))
