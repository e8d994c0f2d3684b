import { getMessageList, getMessageSummary } from '@yunji/contract/messages/calls'
import type { MessageType } from '@yunji/contract/messages/rules'
import type { MessageRecord, MessageSummary } from '@yunji/contract/messages/schema'
import { useEffect, useRef } from 'react'
import { requestData, useCall } from '../../shared/api/query.ts'
import { byTime, type TimedPageRequest } from '../../shared/list/paging.ts'
import { usePagedList } from '../../shared/list/use-paged-list.ts'
import { useSession } from '../../shared/session/session.ts'

const messageKey = ({ messageId }: MessageRecord) => messageId

const readPage = (messageType: MessageType, { num, size, time }: TimedPageRequest) =>
  requestData(getMessageList, {
    messageType: String(messageType),
    num: String(num),
    size: String(size),
    ...(time !== undefined && { time: String(time) }),
  })

export const useMessages = (messageType: MessageType) => {
  const userId = useSession((state) => state.userId)
  return usePagedList({
    key: [getMessageList.path, messageType, userId],
    read: (request: TimedPageRequest) => readPage(messageType, request),
    paging: byTime,
    rowKey: messageKey,
  })
}

const countOf = (types: readonly MessageSummary[]) => types.reduce((sum, { unreadCount }) => sum + unreadCount, 0)

/** Summaries by type. Refetched when the session's unread counts differ. */
export const useSummary = () => {
  const summary = useCall(getMessageSummary, {})
  const unread = useSession((state) => state.unread)
  const { data, refetch } = summary
  const counted = useRef<number>(undefined)
  useEffect(() => {
    counted.current = data && countOf(data.types)
  }, [data])
  useEffect(() => {
    if (counted.current !== undefined && counted.current !== unread.longAll) void refetch()
  }, [unread, refetch])
  return summary
}
