import * as z from 'zod/mini'
import { waitingVerification } from '../verification/schema.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, epochMillis, longText, pageOf, pageQuery, positiveId, shortText } from '../wire/fields.ts'

export const getWaitingVerifications = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getWaitingVerifications',
  summary: '待审核的认证，先提交的在前',
  access: access.operator,
  input: z.strictObject(pageQuery),
  data: z.object(pageOf(waitingVerification)),
})

export const decideVerification = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/decideVerification',
  summary: '审核认证：通过，或带原因退回',
  access: access.operator,
  input: z.strictObject({ verificationId: positiveId, isPassed: z.boolean(), reason: z.optional(longText) }),
  data: z.null(),
})

export const getFailedRefunds = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getFailedRefunds',
  summary: '支付平台未能完成、需要人工处理的退款，先产生的在前',
  access: access.operator,
  input: z.strictObject(pageQuery),
  data: z.object(
    pageOf(
      z.object({
        refundId: positiveId,
        orderId: positiveId,
        provider: z.enum(['alipay', 'wechat']),
        outTradeNo: shortText,
        outRefundNo: shortText,
        amountCents: cents,
        failure: longText,
        createdAt: epochMillis,
      }),
    ),
  ),
})

export const decideRefund = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/decideRefund',
  summary: '处理一笔未完成的退款：换新单号重新原路退回，或退到用户的账户余额',
  access: access.operator,
  input: z.strictObject({ refundId: positiveId, way: z.enum(['provider', 'balance']) }),
  data: z.null(),
})
