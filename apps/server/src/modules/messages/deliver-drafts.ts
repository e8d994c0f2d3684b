import type { Tx } from '../../platform/database.ts'
import { markSuperseded, reminderEvents } from './change-store.ts'
import type { MessageDeps } from './deps.ts'
import { type Draft, insertMessages, type WrittenMessage } from './insert-store.ts'
import { SEND_JOB } from './send-messages.ts'
import { insertSends } from './send-store.ts'

/**
 * Writes messages, plans their sends by SMS and WeChat, marks the reminders that they supersede as read, and notifies live
 * connections of the recipients.
 */
export const deliverDrafts = async (deps: MessageDeps, tx: Tx, drafts: readonly Draft[]): Promise<void> => {
  const written = await insertMessages(tx, drafts, deps.clock.now())
  if (written.length === 0) return
  const userIds = [...new Set(written.map(({ userId }) => userId))]
  await planSends(deps, tx, written)
  const reminded = written.filter(({ event }) => reminderEvents.includes(event)).map(({ userId }) => userId)
  if (reminded.length > 0) await markSuperseded(tx, [...new Set(reminded)], deps.clock.now())
  await deps.live.notifyMany(tx, userIds, 'unread')
}

/**
 * Plans the sends of new messages in the transaction that wrote them, while the counts of their users are locked: a burst
 * spends no more subscriptions or SMS than there are, and no message is sent twice.
 */
const planSends = async (deps: MessageDeps, tx: Tx, written: readonly WrittenMessage[]): Promise<void> => {
  const { subscriptions, sms } = deps
  const offered = subscriptions.templates.map(({ messageType }) => messageType)
  const terms = { offered, canNotify: sms.canNotify, now: deps.clock.now() }
  if ((await insertSends(tx, written, terms)) > 0) await deps.jobs.add(tx, SEND_JOB, {})
}
