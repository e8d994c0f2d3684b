import type { MessageType } from '@yunji/contract/messages/rules'
import type { MessageRecord, MessageSummary } from '@yunji/contract/messages/schema'
import { pageOf } from '../../platform/paging.ts'
import { unreadByType } from '../../platform/unread/counters.ts'
import type { MessageDeps } from './deps.ts'
import { beginList, countMessages, listDevices, listLatest, listMessages, type MessageRow } from './store.ts'
import { readCounts } from './unread-store.ts'

interface MessageListQuery {
  readonly messageType: number
  readonly num: number
  readonly size: number
  readonly time?: number | undefined
}

export const getMessages = (deps: MessageDeps) => async (userId: number, query: MessageListQuery) => {
  const { num, size } = query
  const messageType = query.messageType as MessageType
  const { rows, total, time } = await deps.database.db.transaction(async (tx) => {
    const from = query.time === undefined ? await beginList(tx, userId, deps.clock.now()) : new Date(query.time)
    const part = { userId, messageType, time: from }
    return { rows: await listMessages(tx, part, { num, size }), total: await countMessages(tx, part), time: from }
  })
  const devices = await devicesOf(deps, userId, rows)
  const records = rows.map((row) => toRecord(row, messageType, devices))
  return { ...pageOf(records, num, size, total), time: time.getTime() }
}

type MessageDevice = NonNullable<MessageRecord['device']>

/** Current state of the devices that the user may still see. */
const devicesOf = async (
  { database: { db }, deviceAccess, clock, covers }: MessageDeps,
  userId: number,
  rows: readonly MessageRow[],
): Promise<ReadonlyMap<number, MessageDevice>> => {
  const ids = [
    ...new Set(
      rows.flatMap((row) => [...(row.device_id === null ? [] : [row.device_id]), ...row.other_device_ids].map(Number)),
    ),
  ]
  if (ids.length === 0) return new Map()
  const now = clock.now()
  const rights = await deviceAccess.findRights(userId, ids)
  const seen = await listDevices(db, [...rights.keys()])
  return new Map(
    seen.map(({ id, name, state, expiresAt, isMetered }) => [
      id,
      {
        deviceId: id,
        name,
        state,
        expiresAt: expiresAt.getTime(),
        isMetered,
        remainingMs: Math.max(0, expiresAt.getTime() - now.getTime()),
        cover: covers.addressOf(userId, id),
      },
    ]),
  )
}

const toRecord = (
  row: MessageRow,
  messageType: MessageType,
  devices: ReadonlyMap<number, MessageDevice>,
): MessageRecord => ({
  messageId: Number(row.id),
  messageType,
  title: row.title,
  content: row.content,
  link: row.link,
  linkText: row.link_text,
  device: devices.get(Number(row.device_id)) ?? null,
  others: row.other_device_ids.flatMap((id) => devices.get(Number(id)) ?? []),
  isRead: row.is_unread ? 0 : 1,
  createdAt: row.created_ms,
})

export const getSummary =
  ({ database: { db } }: MessageDeps) =>
  async (userId: number): Promise<{ types: MessageSummary[] }> => {
    const [counts, latest] = await Promise.all([readCounts(db, userId), listLatest(db, userId)])
    const types = unreadByType(counts).map(({ messageType, unreadCount }) => {
      const newest = latest.find((row) => row.message_type === messageType)
      return {
        messageType,
        unreadCount,
        latest: newest ? { title: newest.summary, createdAt: newest.created_ms } : null,
      }
    })
    return { types }
  }
