import { useMutation } from '@tanstack/react-query'
import { formatCount } from '@yunji/contract/display/text'
import {
  deleteMessages,
  getMessageList,
  getMessageSummary,
  readAllMessages,
  readMessage,
} from '@yunji/contract/messages/calls'
import { MAX_MESSAGES_PER_DELETE, type MessageType } from '@yunji/contract/messages/rules'
import type { CountsAfterChange, MessageRecord, MessageSummary } from '@yunji/contract/messages/schema'
import { queryClient, requestData } from '../../shared/api/query.ts'
import { mutationOptions, useWrite } from '../../shared/api/use-write.ts'
import { confirm } from '../../shared/feedback/dialog.ts'
import { showToast } from '../../shared/feedback/toast.ts'
import { session } from '../../shared/session/session.ts'
import { trash } from '../../shared/ui/icon/controls.ts'
import { type CachedMessages, withAllRead, withCounts, withoutMessages, withRead } from './list/cached-messages.ts'
import { createSerialQueue } from './serial-queue.ts'

const enqueue = createSerialQueue()

const listKey = (messageType?: MessageType) =>
  messageType === undefined ? [getMessageList.path] : [getMessageList.path, messageType]

const patch = (messageType: MessageType | undefined, change: (cached: CachedMessages) => CachedMessages): void => {
  queryClient.setQueriesData<CachedMessages>({ queryKey: listKey(messageType) }, (cached) => cached && change(cached))
}

/** Every place that shows a count shows the new one at once. */
const applyCounts = ({ unread, byType }: CountsAfterChange): void => {
  session.store.setState({ unread })
  queryClient.setQueriesData<{ readonly types: readonly MessageSummary[] }>(
    { queryKey: [getMessageSummary.path] },
    (cached) => cached && { ...cached, types: withCounts(cached.types, byType) },
  )
}

/** Messages whose call is under way: a second tap on one sends nothing. */
const underWay = new Set<number>()

/** Marks a message read. Optimistic: reverted when the call fails, without an error, since nobody asked for it. */
export const useMarkRead = () => {
  const { mutate } = useMutation({
    ...mutationOptions,
    mutationFn: ({ messageId }: MessageRecord) => enqueue(() => requestData(readMessage, { messageId })),
    onMutate: ({ messageType, messageId }) => patch(messageType, (cached) => withRead(cached, messageId, 1)),
    onSuccess: applyCounts,
    onError: (_error, { messageType, messageId }) => patch(messageType, (cached) => withRead(cached, messageId, 0)),
    onSettled: (_data, _error, { messageId }) => void underWay.delete(messageId),
  })
  return (message: MessageRecord): void => {
    if (message.isRead || underWay.has(message.messageId)) return
    underWay.add(message.messageId)
    mutate(message)
  }
}

/** Marks the messages of one type read, or those of all types. */
export const useMarkAllRead = (messageType?: MessageType) =>
  useWrite(async () => {
    applyCounts(await enqueue(() => requestData(readAllMessages, messageType === undefined ? {} : { messageType })))
    patch(messageType, withAllRead)
    showToast('已全部标为已读', 'success')
  })

const chunked = (ids: readonly number[]): readonly (readonly number[])[] =>
  ids.length === 0 ? [] : [ids.slice(0, MAX_MESSAGES_PER_DELETE), ...chunked(ids.slice(MAX_MESSAGES_PER_DELETE))]

export const DELETING = '删除中…'

/** Deletes messages after a confirmation. Refetches the list, since all rows after a deleted one move up. */
export const useDeleteMessages = (messageType: MessageType, onDeleted: () => void) =>
  useWrite(
    async (ids: readonly number[]) => {
      for (const messageIds of chunked(ids))
        applyCounts(await enqueue(() => requestData(deleteMessages, { messageIds: [...messageIds] })))
      patch(messageType, (cached) => withoutMessages(cached, new Set(ids)))
      showToast('已删除', 'success')
      onDeleted()
    },
    {
      confirm: (ids) =>
        confirm({
          icon: trash,
          title: ids.length === 1 ? '删除这条消息？' : `删除 ${formatCount(ids.length)} 条消息？`,
          body: '删除后无法恢复。',
          cancelText: '取消',
          confirmText: '删除',
          isDanger: true,
        }),
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: listKey(messageType) })
        await queryClient.invalidateQueries({ queryKey: [getMessageSummary.path] })
      },
    },
  )
