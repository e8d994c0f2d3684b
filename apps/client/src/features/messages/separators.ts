import { messageTime } from '@yunji/contract/display/relative-time'
import type { MessageRecord } from '@yunji/contract/message/schema'

/** What stands over each message: how long ago it came, once for all that came as long ago. */
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
