import * as z from 'zod/mini'
import { orderKinds } from '../commerce/order/enums.ts'
import { refundProposalStates, refundReasons } from '../commerce/payment/operator-enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, epochMillis, pageOf, pageQuery, positiveId, queryId, shortText } from '../wire/fields.ts'

export const getRefundTerms = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getRefundTerms',
  summary: '一笔订单还可退多少，以及本人单独可退多少',
  access: access.operator('orders.read'),
  input: z.strictObject({ orderId: queryId }),
  data: z.object({
    orderId: positiveId,
    kind: z.enum(orderKinds),
    refundableCents: cents,
    /** Beyond it a second operator decides. */
    aloneCents: cents,
    /** Reason why nothing can be refunded; empty when something can. */
    refusal: z.string(),
  }),
})

export const proposeRefund = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/proposeRefund',
  summary:
    '退还一笔已完成订单的部分或全部款项（原路），设备保留、剩余价值相应减少；超出单人额度时待他人复核；seenRefundableCents 与现在可退的金额不同时不退',
  access: access.operator('orders.refund'),
  idempotent: true,
  input: z.strictObject({
    orderId: positiveId,
    amountCents: z.int().check(z.minimum(1), z.maximum(100_000_000_00)),
    reason: z.enum(refundReasons),
    /** Refundable amount that the operator saw: a repeated request finds another one. */
    seenRefundableCents: cents,
  }),
  errors: ['PRICE_INCONSISTENT'],
  data: z.object({ proposalId: positiveId, state: z.enum(refundProposalStates) }),
})

export const getRefundProposals = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getRefundProposals',
  summary: '运营人员发起的退款，新的在前；可只看待复核的或一笔订单的',
  access: access.operator('orders.read'),
  input: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(refundProposalStates)),
    orderId: z.optional(queryId),
  }),
  data: z.object(
    pageOf(
      z.object({
        proposalId: positiveId,
        orderId: positiveId,
        amountCents: cents,
        reason: z.enum(refundReasons),
        state: z.enum(refundProposalStates),
        proposedBy: shortText,
        proposedAt: epochMillis,
        /** Null while it waits. */
        decidedBy: z.nullable(shortText),
        decidedAt: z.nullable(epochMillis),
      }),
    ),
  ),
})

export const decideRefundProposal = defineCall({
  method: 'POST',
  path: '/vmcloud/api/operator/decideRefundProposal',
  summary: '复核退款：由发起人以外的运营人员批准；驳回也可由发起人撤回',
  access: access.operator('orders.refund'),
  input: z.strictObject({ proposalId: positiveId, isApproved: z.boolean() }),
  data: z.null(),
})
