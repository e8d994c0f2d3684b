import {
  type MessageEvent,
  MessageType,
  messageEvents,
  type UnreadCounts,
  type UnreadKind,
  unreadCountsOf,
} from '@yunji/contract/messages/rules'
import type { Counter } from '../../tables/messages.ts'

interface Place {
  readonly messageType: MessageType
  readonly unread: UnreadKind
}

const { notice, renewalReminder, deviceTransfer, deviceCreation, system } = MessageType

/** List and field in which the messages of each counter are shown. */
const places: Readonly<Record<Counter, Place>> = {
  notice: { messageType: notice, unread: 'longNotice' },
  renewal: { messageType: renewalReminder, unread: 'longNotice' },
  transfer: { messageType: deviceTransfer, unread: 'longApply' },
  creation: { messageType: deviceCreation, unread: 'longNotice' },
  settlement: { messageType: system, unread: 'longSettlement' },
  authentication: { messageType: system, unread: 'longAuthentication' },
  examine: { messageType: system, unread: 'longExamine' },
  signcontract: { messageType: system, unread: 'longSigncontract' },
  security: { messageType: system, unread: 'longNotice' },
}

export const counters = Object.keys(places) as Counter[]

export const counterOf = (event: MessageEvent): Counter => {
  const { messageType, unread } = messageEvents[event]
  const found = counters.find((name) => places[name].messageType === messageType && places[name].unread === unread)
  if (!found) throw new Error(`no column counts ${event}`)
  return found
}

export const countersOfType = (messageType: MessageType): Counter[] =>
  counters.filter((name) => places[name].messageType === messageType)

/** Unread messages by counter. */
export type UnreadRow = Readonly<Record<Counter, number>>

export const NOTHING_UNREAD = Object.fromEntries(counters.map((name) => [name, 0])) as UnreadRow

export const unreadOf = (row: UnreadRow): UnreadCounts => {
  const fields: Partial<Record<UnreadKind, number>> = {}
  for (const name of counters) {
    const field = places[name].unread
    fields[field] = (fields[field] ?? 0) + row[name]
  }
  return unreadCountsOf(fields)
}

export const unreadByType = (row: UnreadRow): { messageType: MessageType; unreadCount: number }[] =>
  Object.values(MessageType).map((messageType) => ({
    messageType,
    unreadCount: countersOfType(messageType).reduce((sum, name) => sum + row[name], 0),
  }))
