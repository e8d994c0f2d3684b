import {
  deleteMessages,
  getMessageList,
  getMessageSummary,
  readAllMessages,
  readMessage,
} from '@yunji/contract/messages/calls'
import { MAX_MESSAGES_PER_DELETE, type MessageType } from '@yunji/contract/messages/rules'
import type { CountsAfterChange, MessageRecord, MessageSummary } from '@yunji/contract/messages/schema'
import { queryClient, readData } from '../../shared/api/query.ts'
import { showError } from '../../shared/api/show-error.ts'
import { confirm } from '../../shared/feedback/dialog.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { session } from '../../shared/session/session.ts'
import { trash } from '../../shared/ui/icon/controls.ts'
import { type CachedMessages, withAllRead, withCounts, withoutMessages, withRead } from './list/cached-messages.ts'
import { createSerialQueue } from './serial-queue.ts'

const enqueue = createSerialQueue()

const listKey = (messageType?: MessageType) =>
  messageType === undefined ? [getMessageList.path] : [getMessageList.path, messageType]

const patch = (messageType: MessageType | undefined, change: (held: CachedMessages) => CachedMessages): void => {
  queryClient.setQueriesData<CachedMessages>({ queryKey: listKey(messageType) }, (held) => held && change(held))
}

const readListAgain = (messageType?: MessageType) => queryClient.invalidateQueries({ queryKey: listKey(messageType) })

/** Every place that shows a count shows the new one at once. */
const applyCounts = ({ unread, byType }: CountsAfterChange): void => {
  session.store.setState({ unread })
  queryClient.setQueriesData<{ readonly types: readonly MessageSummary[] }>(
    { queryKey: [getMessageSummary.path] },
    (held) => held && { ...held, types: withCounts(held.types, byType) },
  )
}

/** Optimistic: reverted when the call fails. */
export const markRead = async ({ messageId, messageType, isRead }: MessageRecord): Promise<void> => {
  if (isRead) return
  patch(messageType, (held) => withRead(held, messageId, 1))
  try {
    applyCounts(await enqueue(() => readData(readMessage, { messageId })))
  } catch {
    patch(messageType, (held) => withRead(held, messageId, 0))
  }
}

/** Of one type, or of all. */
export const markAllRead = async (messageType?: MessageType): Promise<void> => {
  try {
    applyCounts(await enqueue(() => readData(readAllMessages, messageType === undefined ? {} : { messageType })))
    patch(messageType, withAllRead)
    showToast('已全部标为已读', 'success')
  } catch (error) {
    showError(error)
  }
}

const chunked = (ids: readonly number[]): readonly (readonly number[])[] =>
  ids.length === 0 ? [] : [ids.slice(0, MAX_MESSAGES_PER_DELETE), ...chunked(ids.slice(MAX_MESSAGES_PER_DELETE))]

/** After a confirmation. Refetches the list, since all rows after a deleted one move up. */
export const removeMessages = async (messageType: MessageType, ids: readonly number[]): Promise<boolean> => {
  const isSure = await confirm({
    icon: trash,
    title: ids.length === 1 ? '删除这条消息？' : `删除 ${ids.length} 条消息？`,
    body: '删除后无法恢复。',
    cancelText: '取消',
    confirmText: '删除',
    isDanger: true,
  })
  if (!isSure) return false
  try {
    for (const messageIds of chunked(ids))
      applyCounts(await enqueue(() => readData(deleteMessages, { messageIds: [...messageIds] })))
    patch(messageType, (held) => withoutMessages(held, new Set(ids)))
    showToast('已删除', 'success')
    return true
  } catch (error) {
    showError(error)
    return false
  } finally {
    await readListAgain(messageType)
    await queryClient.invalidateQueries({ queryKey: [getMessageSummary.path] })
  }
}
