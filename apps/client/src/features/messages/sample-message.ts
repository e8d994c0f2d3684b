import { MessageType } from '@yunji/contract/messages/rules'
import type { MessageRecord } from '@yunji/contract/messages/schema'

/** A message for tests: unread, about nothing in particular. */
export const sampleMessage = (changes: Partial<MessageRecord> = {}): MessageRecord => ({
  messageId: 1,
  messageType: MessageType.notice,
  title: '服务升级',
  content: '今晚 2 点到 3 点升级，期间可以照常使用。',
  link: '',
  linkText: '',
  device: null,
  others: [],
  isRead: 0,
  createdAt: Date.UTC(2026, 10, 15),
  ...changes,
})
