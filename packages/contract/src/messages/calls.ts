import * as z from 'zod/mini'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, LIST_PAGE_ROWS, noInput, pageOf, positiveId, queryInteger } from '../wire/fields.ts'
import { MAX_MESSAGES_PER_DELETE, MessageType } from './rules.ts'
import {
  alertKind,
  alertSetting,
  countsAfterChange,
  messageRecord,
  messageSetting,
  messageSummary,
  messageType,
  unreadCounts,
} from './schema.ts'

export const getMessageSummary = defineCall({
  method: 'GET',
  path: '/vmcloud/api/message/getMessageSummary',
  summary: '消息中心：每类消息的未读数和最新一条',
  access: access.user,
  input: noInput,
  data: z.object({ types: z.array(messageSummary) }),
})

export const getMessageList = defineCall({
  method: 'GET',
  path: '/vmcloud/api/message/getMessageList',
  summary: '一类消息，新的在前；之后的页带上第一页的 time，新消息便不会移动分页',
  access: access.user,
  input: z.strictObject({
    messageType: queryInteger(MessageType.notice, MessageType.system),
    num: z.prefault(queryInteger(1, 100_000), '1'),
    size: z.prefault(queryInteger(1, 100), String(LIST_PAGE_ROWS)),
    time: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  }),
  data: z.object({ ...pageOf(messageRecord), time: epochMillis }),
})

export const readMessage = defineCall({
  method: 'POST',
  path: '/vmcloud/api/message/readMessage',
  summary: '已读一条消息',
  access: access.user,
  input: z.strictObject({ messageId: positiveId }),
  data: countsAfterChange,
})

export const readAllMessages = defineCall({
  method: 'POST',
  path: '/vmcloud/api/message/readAllMessages',
  summary: '全部已读：一类消息，或不指定类型时所有消息',
  access: access.user,
  input: z.strictObject({ messageType: z.optional(messageType) }),
  data: countsAfterChange,
})

export const deleteMessages = defineCall({
  method: 'POST',
  path: '/vmcloud/api/message/deleteMessages',
  summary: '删除消息',
  access: access.user,
  input: z.strictObject({
    messageIds: z.array(positiveId).check(z.minLength(1), z.maxLength(MAX_MESSAGES_PER_DELETE)),
  }),
  data: countsAfterChange,
})

const settings = z.object({
  settings: z.array(messageSetting),
  alerts: z.array(alertSetting),
  /** Subscription templates by message type; empty where the product has no mini-program. */
  templates: z.array(z.object({ messageType, templateId: z.string() })),
})

export const getMessageSettings = defineCall({
  method: 'GET',
  path: '/vmcloud/api/message/getMessageSettings',
  summary: '消息设置',
  access: access.user,
  input: noInput,
  data: settings,
})

export const updateMessageSetting = defineCall({
  method: 'POST',
  path: '/vmcloud/api/message/updateMessageSetting',
  summary: '修改一类消息的提醒方式',
  access: access.user,
  input: z.strictObject({
    messageType,
    isSubscribed: z.optional(z.boolean()),
    isSentBySms: z.optional(z.boolean()),
  }),
  data: settings,
})

export const updateAlert = defineCall({
  method: 'POST',
  path: '/vmcloud/api/message/updateAlert',
  summary: '打开或关闭一种提醒',
  access: access.user,
  input: z.strictObject({ alert: alertKind, isOn: z.boolean() }),
  data: settings,
})

export const addSubscription = defineCall({
  method: 'POST',
  path: '/vmcloud/api/message/addSubscription',
  summary: '用户在小程序内同意再接收一次某类消息',
  access: access.user,
  input: z.strictObject({ messageType }),
  data: settings,
})

export const getUnreadCount = defineCall({
  method: 'GET',
  path: '/vmcloud/api/message/getUnreadCount',
  summary: '未读消息数',
  access: access.user,
  input: noInput,
  data: unreadCounts,
})
