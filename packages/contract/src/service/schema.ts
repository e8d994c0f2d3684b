import * as z from 'zod/mini'
import { OrderStatus, orderKinds } from '../commerce/order/enums.ts'
import { interruption } from '../devices/availability/schema.ts'
import { deviceState } from '../devices/device/schema.ts'
import { TIME_PATTERN } from '../devices/schedule/rules.ts'
import { taskRecord } from '../devices/task/schema.ts'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../wire/fields.ts'
import type { TicketState } from './machine.ts'
import { MAX_PICTURES_PER_REPLY, ticketKinds } from './rules.ts'

const ticketStates = ['open', 'answered', 'waiting', 'closed'] as const satisfies readonly TicketState[]
export const ticketState = z.enum(ticketStates)
export const ticketKind = z.enum(ticketKinds)

export const REPLY_MAXIMUM_CHARACTERS = 500

export const replyContent = z.string().check(z.trim(), z.minLength(1), z.maxLength(REPLY_MAXIMUM_CHARACTERS))
export const attachmentIds = z.prefault(
  z.array(z.string().check(z.regex(/^[0-9a-f]{32}$/))).check(z.maxLength(MAX_PICTURES_PER_REPLY)),
  [],
)

export const rating = z.int().check(z.minimum(1), z.maximum(5))
export const ratingWords = z.prefault(z.string().check(z.trim(), z.maxLength(140)), '')

/** Answer to the upload of a picture. */
export const uploadedAttachment = z.object({ attachmentId: shortText })

/** State of things when the ticket was opened, read by the server; each part is absent where it does not apply. */
export const ticketContext = z.object({
  takenAt: z.optional(epochMillis),
  device: z.optional(
    z.object({
      deviceId: positiveId,
      name: shortText,
      state: deviceState,
      zoneName: shortText,
      version: shortText,
      imageVersion: shortText,
      isMetered: z.boolean(),
      expiresAt: epochMillis,
      faultySince: z.nullable(epochMillis),
    }),
  ),
  task: z.optional(
    z.object({
      taskId: positiveId,
      kind: taskRecord.shape.kind,
      state: taskRecord.shape.state,
      reason: longText,
      createdAt: epochMillis,
      endedAt: z.nullable(epochMillis),
    }),
  ),
  /** The caller's last closed screen of the device. */
  stream: z.optional(
    z.object({ openedAt: epochMillis, closedAt: epochMillis, frames: count, skippedFrames: count, bytes: count }),
  ),
  /** The interruption that the ticket was opened from. */
  interruption: z.optional(interruption),
  order: z.optional(
    z.object({
      orderId: positiveId,
      kind: z.enum(orderKinds),
      title: shortText,
      status: z.enum(OrderStatus),
      payableCents: cents,
      failure: longText,
      createdAt: epochMillis,
      paidAt: z.nullable(epochMillis),
    }),
  ),
})
export type TicketContext = z.output<typeof ticketContext>

export const ticketReply = z.object({
  replyId: positiveId,
  author: z.enum(['customer', 'operator']),
  operatorName: shortText,
  content: z.string(),
  /** Addresses, valid for a short time. */
  pictures: z.array(z.string()),
  createdAt: epochMillis,
})
export type TicketReply = z.output<typeof ticketReply>

export const ticketRecord = z.object({
  ticketId: positiveId,
  kind: ticketKind,
  title: shortText,
  state: ticketState,
  isUnread: z.boolean(),
  /** By when an answer is due; null while none is, and where no service hours are set. */
  dueAt: z.nullable(epochMillis),
  createdAt: epochMillis,
  updatedAt: epochMillis,
})
export type TicketRecord = z.output<typeof ticketRecord>

export const ticketInfo = z.object({
  ...ticketRecord.shape,
  context: ticketContext,
  replies: z.array(ticketReply),
  closesAt: z.nullable(epochMillis),
  /** Until when it can be reopened; null while it is not closed. */
  reopensUntil: z.nullable(epochMillis),
  rating: z.nullable(z.int()),
  ratingWords: longText,
})
export type TicketInfo = z.output<typeof ticketInfo>

export const articleRecord = z.object({ articleId: positiveId, category: shortText, title: shortText })
export type ArticleRecord = z.output<typeof articleRecord>

export const articleInfo = z.object({
  ...articleRecord.shape,
  /** Plain text: a paragraph a line; `- ` begins an item of a list. */
  body: z.string(),
  helpfulCount: count,
  /** The caller's own vote; null without one. */
  vote: z.nullable(z.boolean()),
})
export type ArticleInfo = z.output<typeof articleInfo>

const time = z.string().check(z.regex(TIME_PATTERN))

/** Set by the operator. An empty text hides its way of contact. */
export const serviceSettings = z.strictObject({
  url: z.string().check(z.maxLength(512), z.regex(/^$|^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/)),
  phone: z.string().check(z.regex(/^$|^[0-9+][0-9-]{4,19}$/)),
  wechat: z.string().check(z.regex(/^$|^[A-Za-z][A-Za-z0-9_-]{5,19}$/)),
  /** Null: no hours are shown, and no time of an answer is promised. */
  hours: z.nullable(
    z
      .strictObject({
        weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
        from: time,
        to: time,
        holidays: z.prefault(z.array(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))).check(z.maxLength(100)), []),
      })
      .check(z.refine(({ from, to }) => from < to)),
  ),
  /** Minutes of service within which tickets are answered. */
  answerMinutes: z.int().check(z.minimum(10), z.maximum(10_000)),
})
export type ServiceSettings = z.output<typeof serviceSettings>

export const serviceContact = z.object({
  url: longText,
  phone: shortText,
  wechat: shortText,
  /** `每天 09:00–21:00`; empty where none are set. */
  workingHours: longText,
  /** Null where no hours are set. */
  isOpenNow: z.nullable(z.boolean()),
})
export type ServiceContact = z.output<typeof serviceContact>
