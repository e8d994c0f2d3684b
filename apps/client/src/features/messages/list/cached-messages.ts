import type { InfiniteData } from '@tanstack/react-query'
import { messageTime } from '@yunji/contract/display/time'
import type { CountsAfterChange, MessageRecord, MessageSummary } from '@yunji/contract/messages/schema'
import { pages, pathOf } from '@yunji/contract/pages'

interface MessagePage {
  readonly records: readonly MessageRecord[]
}

export type CachedMessages = InfiniteData<MessagePage>

const withRecords = (
  held: CachedMessages,
  change: (records: readonly MessageRecord[]) => readonly MessageRecord[],
) => ({
  ...held,
  pages: held.pages.map((page) => ({ ...page, records: change(page.records) })),
})

/** The list with one message marked read or unread. */
export const withRead = (held: CachedMessages, messageId: number, isRead: MessageRecord['isRead']): CachedMessages =>
  withRecords(held, (records) =>
    records.map((record) => (record.messageId === messageId ? { ...record, isRead } : record)),
  )

export const withAllRead = (held: CachedMessages): CachedMessages =>
  withRecords(held, (records) => records.map((record) => ({ ...record, isRead: 1 as const })))

export const withoutMessages = (held: CachedMessages, ids: ReadonlySet<number>): CachedMessages =>
  withRecords(held, (records) => records.filter(({ messageId }) => !ids.has(messageId)))

/** Summaries with new unread counts. */
export const withCounts = (
  types: readonly MessageSummary[],
  byType: CountsAfterChange['byType'],
): readonly MessageSummary[] =>
  types.map((line) => ({
    ...line,
    unreadCount: byType.find(({ messageType }) => messageType === line.messageType)?.unreadCount ?? line.unreadCount,
  }))

/** Whether a message is newer than all in the list. */
export const hasNewer = (newestAtMs: number | undefined, rows: readonly MessageRecord[]): boolean =>
  newestAtMs !== undefined && newestAtMs > Math.max(0, ...rows.map(({ createdAt }) => createdAt))

/** Time headings: the relative time over the first message that has it. */
export const separators = (rows: readonly MessageRecord[], nowMs: number): ReadonlyMap<number, string> => {
  const over = new Map<number, string>()
  let last: string | undefined
  for (const { messageId, createdAt } of rows) {
    const words = messageTime(createdAt, nowMs)
    if (words !== last) over.set(messageId, words)
    last = words
  }
  return over
}

const paths: ReadonlySet<string> = new Set(pages.map(({ route }) => pathOf(route)))

/** Whether a link leads to a page of this client; links of newer servers may not. */
export const isOwnPage = (link: string): boolean => paths.has(link.split('?', 1)[0] ?? '')
