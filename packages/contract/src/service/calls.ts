import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { count, noInput, pageOf, pageQuery, positiveId, queryId } from '../wire/fields.ts'
import {
  articleInfo,
  articleRecord,
  attachmentIds,
  rating,
  ratingWords,
  replyContent,
  serviceContact,
  ticketInfo,
  ticketKind,
  ticketRecord,
} from './schema.ts'

const path = <Name extends string>(name: Name) => `/vmcloud/api/customer/customerService/${name}` as const

export const getUrl = defineCall({
  method: 'GET',
  path: path('getUrl'),
  summary: '客服联系方式；没有设置的为空',
  access: access.open,
  input: noInput,
  data: serviceContact,
  quiet: true,
})

export const getArticleList = defineCall({
  method: 'GET',
  path: path('getArticleList'),
  summary: '常见问题，按显示顺序；带关键词时只有相关的，最相关的在前',
  access: access.open,
  input: z.strictObject({ keyword: z.optional(z.string().check(z.maxLength(100))) }),
  data: z.object({ articles: z.array(articleRecord) }),
  callsPerMinute: 300,
})

export const getArticle = defineCall({
  method: 'GET',
  path: path('getArticle'),
  summary: '一篇常见问题，登录后带有本人的评价',
  access: access.visitor,
  input: z.strictObject({ articleId: queryId }),
  data: articleInfo,
})

export const voteArticle = defineCall({
  method: 'POST',
  path: path('voteArticle'),
  summary: '这篇有没有帮助：每人一票，可以改',
  access: access.user,
  input: z.strictObject({ articleId: positiveId, isHelpful: z.boolean() }),
  data: z.object({ helpfulCount: count }),
})

export const openTicket = defineCall({
  method: 'POST',
  path: path('openTicket'),
  summary: '提交工单；带上订单、设备或任务时，服务器记下它当时的情况',
  access: access.user,
  input: z.strictObject({
    kind: ticketKind,
    content: replyContent,
    attachmentIds,
    orderId: z.optional(positiveId),
    deviceId: z.optional(positiveId),
    taskId: z.optional(positiveId),
    interruptionId: z.optional(positiveId),
  }),
  data: ticketRecord,
  idempotent: true,
  callsPerMinute: 30,
})

export const getTicketList = defineCall({
  method: 'GET',
  path: path('getTicketList'),
  summary: '本人的工单，最近有变化的在前',
  access: access.user,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(ticketRecord)),
})

export const getUnreadTickets = defineCall({
  method: 'GET',
  path: path('getUnreadTickets'),
  summary: '有新回复的工单数',
  access: access.user,
  input: noInput,
  data: z.object({ unread: count }),
})

export const getTicket = defineCall({
  method: 'GET',
  path: path('getTicket'),
  summary: '一个工单和双方的回复',
  access: access.user,
  input: z.strictObject({ ticketId: queryId }),
  data: ticketInfo,
})

export const readTicket = defineCall({
  method: 'POST',
  path: path('readTicket'),
  summary: '已读工单的回复',
  access: access.user,
  input: z.strictObject({ ticketId: positiveId }),
  data: z.null(),
})

export const replyTicket = defineCall({
  method: 'POST',
  path: path('replyTicket'),
  summary: '补充或回复；已关闭的工单在 7 天内会重新打开',
  access: access.user,
  input: z.strictObject({ ticketId: positiveId, content: replyContent, attachmentIds }),
  data: ticketRecord,
  idempotent: true,
  callsPerMinute: 30,
})

export const closeTicket = defineCall({
  method: 'POST',
  path: path('closeTicket'),
  summary: '关闭工单',
  access: access.user,
  input: z.strictObject({ ticketId: positiveId }),
  data: ticketRecord,
})

export const rateTicket = defineCall({
  method: 'POST',
  path: path('rateTicket'),
  summary: '评价已关闭的工单，一次',
  access: access.user,
  input: z.strictObject({
    ticketId: positiveId,
    rating,
    words: ratingWords,
  }),
  data: z.null(),
})
