import { MessageType } from '@yunji/contract/messages/rules'
import type { CountsAfterChange } from '@yunji/contract/messages/schema'
import type { Tx } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type UnreadRow, unreadByType, unreadOf } from '../../platform/unread/counters.ts'
import { deleteOwn, findNoticeMessages, markAllRead, markRead } from './change-store.ts'
import type { MessageDeps } from './deps.ts'
import { readCounts } from './unread-store.ts'

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

/** Marks the user's messages of these broadcasts as read, where they have arrived. */
export const markNoticesRead =
  ({ live, clock }: MessageDeps) =>
  async (tx: Tx, userId: number, noticeIds: readonly number[]): Promise<void> => {
    const messageIds = await findNoticeMessages(tx, userId, noticeIds)
    for (const messageId of messageIds) await markRead(tx, userId, messageId, clock.now())
    if (messageIds.length > 0) await live.notify(tx, userId, 'unread')
  }

export const markAllMessagesRead = (deps: MessageDeps) => (userId: number, messageType?: MessageType) =>
  change(deps, (tx) => markAllRead(tx, userId, messageType ? [messageType] : Object.values(MessageType)))(userId)

export const deleteMessages = (deps: MessageDeps) => (userId: number, messageIds: readonly number[]) =>
  change(deps, async (tx) => {
    if ((await deleteOwn(tx, userId, messageIds)) === 0) throw new AppError('NOT_FOUND')
  })(userId)
