import * as z from 'zod/mini'
import { isCalendarDate } from '../devices/schedule/rules.ts'
import { cannedFields } from '../service/canned.ts'
import {
  articleInfo,
  attachmentIds,
  replyContent,
  serviceSettings,
  ticketInfo,
  ticketKind,
  ticketRecord,
  ticketReply,
  ticketState,
} from '../service/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import {
  count,
  noInput,
  pageOf,
  pageQuery,
  positiveId,
  queryId,
  queryInteger,
  replacing,
  shortText,
} from '../wire/fields.ts'

/** Counts with the configured token alone; others answer under their display name. */
const operatorName = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(64)))

const operatorTicket = {
  /** Null for somebody without an account. */
  userId: z.nullable(positiveId),
  /** Proved by SMS, masked without the right `users.write`; null for a ticket of a login. */
  contactPhone: z.nullable(shortText),
  /** Null where nobody is assigned, or somebody who answered with the configured token. */
  assigneeId: z.nullable(positiveId),
  /** Name under which customers read the answers of the assignee; empty where nobody is assigned. */
  assignee: shortText,
  isOverdue: z.boolean(),
}

export const getTickets = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getTickets',
  summary:
    '工单：先到期的在前；可按状态、类型、处理人筛选，overdue=1 只看超时未回复的；text 为工单或用户编号、标题，能看手机号的也可用完整的手机号',
  access: access.operator('tickets.read'),
  input: z.strictObject({
    ...pageQuery,
    state: z.optional(ticketState),
    kind: z.optional(ticketKind),
    text: z.optional(shortText),
    /** 0 for tickets of nobody. */
    assigneeId: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
    overdue: z.optional(z.literal(['0', '1'])),
  }),
  data: z.object(pageOf(z.object({ ...ticketRecord.shape, ...operatorTicket, rating: z.nullable(z.int()) }))),
})

export const getTicketForOperator = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getTicket',
  summary: '一个工单：双方的回复和内部备注',
  access: access.operator('tickets.read'),
  input: z.strictObject({ ticketId: queryId }),
  data: z.object({
    ...ticketInfo.shape,
    ...operatorTicket,
    replies: z.array(z.object({ ...ticketReply.shape, author: z.enum(['customer', 'operator', 'note']) })),
  }),
})

export const answerTicket = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/answerTicket',
  summary: '回复工单，可带图片；isQuestion 表示需要用户补充',
  access: access.operator('tickets.answer'),
  idempotent: true,
  input: z.strictObject({
    ticketId: positiveId,
    operatorName,
    content: replyContent,
    attachmentIds,
    isQuestion: z.prefault(z.boolean(), false),
  }),
  data: z.null(),
})

export const addTicketNote = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/addTicketNote',
  summary: '给工单加内部备注，用户看不到',
  access: access.operator('tickets.answer'),
  idempotent: true,
  input: z.strictObject({ ticketId: positiveId, operatorName, content: replyContent }),
  data: z.null(),
})

export const assignTicket = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/assignTicket',
  summary: '指定工单的处理人：能回复工单的运营人员；null 表示不指定',
  access: access.operator('tickets.answer'),
  input: z.strictObject({ ticketId: positiveId, operatorId: z.nullable(positiveId) }),
  data: z.null(),
})

export const getTicketOperators = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getTicketOperators',
  summary: '能回复工单的运营人员和仍有工单的其他人；只有 isAssignable 的可被指定为处理人',
  access: access.operator('tickets.read'),
  input: noInput,
  data: z.object({
    records: z.array(z.object({ operatorId: positiveId, name: shortText, isAssignable: z.boolean() })),
  }),
})

export const endTicket = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/closeTicket',
  summary: '关闭工单',
  access: access.operator('tickets.answer'),
  input: z.strictObject({ ticketId: positiveId }),
  data: z.null(),
})

const articleFields = {
  category: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  keywords: z.prefault(z.string().check(z.trim(), z.maxLength(200)), ''),
  body: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
  position: z.prefault(z.int().check(z.minimum(0), z.maximum(100_000)), 0),
}

export const getArticles = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getArticles',
  summary: '全部常见问题，含未发布的',
  access: access.operator('content.read'),
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        articleId: positiveId,
        category: articleInfo.shape.category,
        title: articleInfo.shape.title,
        keywords: z.string(),
        body: z.string(),
        position: z.int(),
        isPublished: z.boolean(),
        helpfulCount: count,
        unhelpfulCount: count,
      }),
    ),
  ),
})

export const createArticle = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createArticle',
  summary: '新建常见问题，尚未发布',
  access: access.operator('content.write'),
  input: z.strictObject(articleFields),
  data: z.object({ articleId: positiveId }),
})

export const updateArticle = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/updateArticle',
  summary: '修改常见问题',
  access: access.operator('content.write'),
  input: replacing({ articleId: positiveId, ...articleFields }),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

export const publishArticle = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/publishArticle',
  summary: '发布或收回常见问题',
  access: access.operator('content.write'),
  input: z.strictObject({ articleId: positiveId, isPublished: z.boolean() }),
  data: z.null(),
})

export const getServiceSettings = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getServiceSettings',
  summary: '客服联系方式和服务时间；没有设置时为空',
  access: access.operator('settings.read'),
  input: noInput,
  data: z.object({ settings: z.nullable(serviceSettings) }),
})

export const setServiceSettings = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/setServiceSettings',
  summary: '设置客服联系方式和服务时间',
  access: access.operator('settings.write'),
  input: replacing({ ...serviceSettings.shape }).check(
    z.refine(({ hours }) => hours?.holidays.every(isCalendarDate) ?? true, {
      path: ['hours', 'holidays'],
      message: '有不存在的日期',
    }),
  ),
  data: z.null(),
  errors: ['PRICE_INCONSISTENT'],
})

const cannedAnswerId = positiveId

export const getCannedAnswers = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getCannedAnswers',
  summary: '常用回复，按标题排列',
  access: access.operator('tickets.read'),
  input: noInput,
  data: z.object({ records: z.array(z.object({ cannedAnswerId, title: z.string(), content: z.string() })) }),
})

export const createCannedAnswer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/createCannedAnswer',
  summary: '新建常用回复，可用 {工单号}、{问题}、{客服}',
  access: access.operator('tickets.answer'),
  input: z.strictObject(cannedFields),
  data: z.object({ cannedAnswerId }),
})

export const updateCannedAnswer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/updateCannedAnswer',
  summary: '修改常用回复',
  access: access.operator('tickets.answer'),
  input: z.strictObject({ cannedAnswerId, ...cannedFields }),
  data: z.null(),
})

export const deleteCannedAnswer = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/deleteCannedAnswer',
  summary: '删除常用回复',
  access: access.operator('tickets.answer'),
  input: z.strictObject({ cannedAnswerId }),
  data: z.null(),
})
