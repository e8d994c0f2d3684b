import * as z from 'zod/mini'
import { deviceToken, mobilePhone, smsCode } from '../accounts/user/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { epochMillis, longText, positiveId } from '../wire/fields.ts'
import { rating, ratingWords, replyContent, ticketInfo, ticketKind, ticketRecord } from './schema.ts'

/** Tickets of somebody who cannot log in: the number is proved by SMS, and the token stands for it. */
const path = <Name extends string>(name: Name) => `/vmcloud/api/customer/contact/${name}` as const

const contactToken = longText

export const proveContact = defineCall({
  method: 'POST',
  path: path('prove'),
  summary: '不登录联系客服：用短信验证码证明手机号，得到一天有效的凭证',
  access: access.open,
  input: z.strictObject({ mobilePhone, code: smsCode, deviceToken }),
  data: z.object({ contactToken, expiresAt: epochMillis }),
  errors: ['VERIFICATION_CODE_WRONG'],
  callsPerMinute: 30,
})

/** The token is a credential and stands in no address, so reading is a POST as well. */
export const getContactTickets = defineCall({
  method: 'POST',
  path: path('getTickets'),
  summary: '用该手机号提交的工单，新的在前',
  access: access.open,
  input: z.strictObject({ contactToken }),
  data: z.object({ records: z.array(ticketRecord) }),
  callsPerMinute: 60,
})

export const getContactTicket = defineCall({
  method: 'POST',
  path: path('getTicket'),
  summary: '用该手机号提交的一个工单和双方的回复',
  access: access.open,
  input: z.strictObject({ contactToken, ticketId: positiveId }),
  data: ticketInfo,
  callsPerMinute: 60,
})

export const openContactTicket = defineCall({
  method: 'POST',
  path: path('openTicket'),
  summary: '不登录提交工单',
  access: access.open,
  input: z.strictObject({ contactToken, kind: ticketKind, content: replyContent }),
  data: ticketRecord,
  callsPerMinute: 10,
})

export const replyContactTicket = defineCall({
  method: 'POST',
  path: path('replyTicket'),
  summary: '不登录回复工单',
  access: access.open,
  input: z.strictObject({ contactToken, ticketId: positiveId, content: replyContent }),
  data: ticketRecord,
  callsPerMinute: 20,
})

export const closeContactTicket = defineCall({
  method: 'POST',
  path: path('closeTicket'),
  summary: '不登录关闭工单',
  access: access.open,
  input: z.strictObject({ contactToken, ticketId: positiveId }),
  data: ticketRecord,
  callsPerMinute: 20,
})

export const rateContactTicket = defineCall({
  method: 'POST',
  path: path('rateTicket'),
  summary: '不登录评价已关闭的工单，一次',
  access: access.open,
  input: z.strictObject({ contactToken, ticketId: positiveId, rating, words: ratingWords }),
  data: z.null(),
  callsPerMinute: 20,
})
