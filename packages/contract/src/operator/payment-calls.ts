import * as z from 'zod/mini'
import { noticeOutcomes, noticeSubjects } from '../commerce/payment/operator-enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, epochMillis, noInput, pageOf, pageQuery, positiveId, shortText } from '../wire/fields.ts'

const provider = z.enum(['alipay', 'wechat'])

const notice = z.object({
  noticeId: positiveId,
  provider,
  about: z.enum(noticeSubjects),
  /** Our number of the payment or refund; empty where the notice was not verified. */
  number: z.string(),
  transactionId: z.string(),
  amountCents: cents,
  outcome: z.enum(noticeOutcomes),
  /** Reason of the refusal; of a refund, the state that it tells. */
  reason: z.string(),
  /** Equal notices are counted. */
  times: positiveId,
  firstAt: epochMillis,
  lastAt: epochMillis,
  /** Null where the number is none of ours. */
  orderId: z.nullable(positiveId),
  /** Null while a refused one is open. */
  closedBy: z.nullable(shortText),
})

export const getPaymentNotices = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getPaymentNotices',
  summary: '支付平台的通知，最近的在前；相同的合并计数',
  access: access.operator('orders.read'),
  input: z.strictObject({
    ...pageQuery,
    provider: z.optional(provider),
    /** `open`: refused ones that wait for a person. */
    outcome: z.optional(z.enum([...noticeOutcomes, 'open'])),
    /** Our number of a payment or refund, or the provider's transaction. */
    number: z.optional(shortText),
  }),
  data: z.object(pageOf(notice)),
})

export const getPaymentExceptions = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getPaymentExceptions',
  summary: '支付异常：已付款未完成的订单（超过 10 分钟），未能入账的通知；各列最早的 100 条',
  access: access.operator('orders.read'),
  input: noInput,
  data: z.object({
    unfulfilledCount: count,
    unfulfilled: z.array(z.object({ orderId: positiveId, title: z.string(), amountCents: cents, paidAt: epochMillis })),
    noticeCount: count,
    notices: z.array(notice),
  }),
})

export const replayNotice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/replayNotice',
  summary: '重放一条未能入账的付款通知：向支付平台查询后按其结果入账',
  access: access.operator('orders.refund'),
  input: z.strictObject({ noticeId: positiveId }),
  data: z.object({ isBooked: z.boolean(), reason: z.string() }),
})

export const recheckPayment = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/recheckPayment',
  summary: '向支付平台查询一笔支付，已收到款项的入账；用于通知未到达时',
  access: access.operator('orders.refund'),
  input: z.strictObject({ paymentId: positiveId }),
  data: z.object({ isBooked: z.boolean(), reason: z.string() }),
})

export const closeNotice = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/closeNotice',
  summary: '把一条未能入账的通知标记为已处理，如已在支付平台退款',
  access: access.operator('orders.refund'),
  input: z.strictObject({ noticeId: positiveId }),
  data: z.null(),
})

export const retryFulfilment = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/retryFulfilment',
  summary: '立即再次处理一笔已付款未完成的订单',
  access: access.operator('orders.refund'),
  input: z.strictObject({ orderId: positiveId }),
  data: z.null(),
})
