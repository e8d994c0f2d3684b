import { MessageType } from '@yunji/contract/messages/rules'
import type { CountsAfterChange, MessageRecord, MessageSummary } from '@yunji/contract/messages/schema'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { pageOf } from '../../platform/paging.ts'
import { type UnreadRow, unreadByType, unreadOf } from '../../platform/unread/counters.ts'
import { deleteOwn, markAllRead, markRead } from './change-store.ts'
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
  const ids = [...new Set(rows.flatMap((row) => (row.device_id === null ? [] : [Number(row.device_id)])))]
  if (ids.length === 0) return new Map()
  const now = clock.now()
  const rights = await deviceAccess.findRights(userId, ids)
  const seen = await listDevices(db, [...rights.keys()])
  return new Map(
    seen.map(({ id, name, state, expiresAt }) => [
      id,
      {
        deviceId: id,
        name,
        state,
        expiresAt: expiresAt.getTime(),
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

const countsAfter = (row: UnreadRow): CountsAfterChange => ({ unread: unreadOf(row), byType: unreadByType(row) })

/** Changes messages, returns the new unread counts and notifies the user's other clients. */
const change =
  ({ database: { db }, live }: MessageDeps, work: (tx: Tx, userId: number) => Promise<void>) =>
  (userId: number): Promise<CountsAfterChange> =>
    db.transaction(async (tx) => {
      await work(tx, userId)
      await live.notify(tx, userId, 'unread')
      return countsAfter(await readCounts(tx, userId))
    })

/** Missing, foreign and deleted messages look alike. */
export const markMessageRead = (deps: MessageDeps) => (userId: number, messageId: number) =>
  change(deps, async (tx) => {
    if (!(await markRead(tx, userId, messageId, deps.clock.now()))) throw new AppError('NOT_FOUND')
  })(userId)

export const markAllMessagesRead = (deps: MessageDeps) => (userId: number, messageType?: MessageType) =>
  change(deps, (tx) => markAllRead(tx, userId, messageType ? [messageType] : Object.values(MessageType)))(userId)

export const deleteMessages = (deps: MessageDeps) => (userId: number, messageIds: readonly number[]) =>
  change(deps, async (tx) => {
    if ((await deleteOwn(tx, userId, messageIds)) === 0) throw new AppError('NOT_FOUND')
  })(userId)
