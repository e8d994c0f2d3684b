import * as z from 'zod/mini'
import { deviceState } from '../devices/device/schema.ts'
import { count, epochMillis, flag, longText, positiveId, shortText } from '../wire/fields.ts'
import { alertKinds, MessageType } from './rules.ts'

/** The seven fields of section 3; `longAll` is the sum of the others. */
export const unreadCounts = z.object({
  longApply: count,
  longAuthentication: count,
  longExamine: count,
  longNotice: count,
  longSettlement: count,
  longSigncontract: count,
  longAll: count,
})

export const messageType = z.enum(MessageType)

/** The device that a message is about, as it is now and not as it was when the message was written. */
const messageDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  state: deviceState,
  expiresAt: epochMillis,
  /** Charged in beans by the hour: `expiresAt` is the end of the paid one. */
  isMetered: z.boolean(),
  /** By the server's clock. */
  remainingMs: count,
  cover: longText,
})

export const messageRecord = z.object({
  messageId: positiveId,
  messageType,
  title: shortText,
  content: z.string().check(z.maxLength(2000)),
  /** A page of ours that the message leads to; empty where it leads nowhere. */
  link: longText,
  /** Text of the link. */
  linkText: shortText,
  /** Null when the message is about no device or about a released one. */
  device: z.nullable(messageDevice),
  /** Further devices of a message about several, such as the phones of one order; without released ones. */
  others: z.array(messageDevice),
  isRead: flag,
  createdAt: epochMillis,
})
export type MessageRecord = z.output<typeof messageRecord>

/** One line of the message centre. */
export const messageSummary = z.object({
  messageType,
  unreadCount: count,
  /** The newest message of the type. */
  latest: z.nullable(z.object({ title: shortText, createdAt: epochMillis })),
})
export type MessageSummary = z.output<typeof messageSummary>

/** Answer of every change: the current counts. */
export const countsAfterChange = z.object({
  unread: unreadCounts,
  byType: z.array(z.object({ messageType, unreadCount: count })),
})
export type CountsAfterChange = z.output<typeof countsAfterChange>

/** How a type of message reaches its user beside the message centre, where it always stands. */
export const messageSetting = z.object({
  messageType,
  /** WeChat delivers one message for each consent of the user. */
  isSubscribed: z.boolean(),
  subscriptionsLeft: count,
  isSentBySms: z.boolean(),
})
export type MessageSetting = z.output<typeof messageSetting>

export const alertKind = z.enum(alertKinds)

export const alertSetting = z.object({ alert: alertKind, isOn: z.boolean() })
export type AlertSetting = z.output<typeof alertSetting>
