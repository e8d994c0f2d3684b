import * as z from 'zod/mini'
import { orderKinds } from '../commerce/order/enums.ts'
import { payScenes } from '../commerce/payment/enums.ts'
import { deviceStates } from '../devices/device/enums.ts'
import { access, defineCall } from '../wire/call.ts'
import { cents, count, cursorQuery, epochMillis, keysetOf, positiveId, queryId } from '../wire/fields.ts'
import { dayQuery, hasDaysInOrder, orderFacts, orderRecord } from './records.ts'

/** An amount as people type it, such as `12.50`; cents for the handler. */
const yuanQuery = z.pipe(
  z.string().check(z.trim(), z.regex(/^\d{1,8}(?:\.\d{1,2})?$/, '金额不正确')),
  z.transform((text: string) => Math.round(Number(text) * 100)),
)

export const searchOrders = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/searchOrders',
  summary:
    '订单：text 为订单号、商户单号、支付平台交易号或完整手机号；可按下单日期（含首尾两天）筛选；默认新的在前，每页 50 条',
  access: access.operator('orders.read'),
  input: z
    .strictObject({
      ...cursorQuery,
      text: z.optional(z.string().check(z.trim(), z.maxLength(64))),
      userId: z.optional(queryId),
      orderStatus: z.optional(z.enum(['1', '2', '3', '4', '5', '6', '7'])),
      kind: z.optional(z.enum(orderKinds)),
      payMethod: z.optional(z.enum(['1', '2', '3', '4', '5'])),
      /** Days of creation. */
      ...dayQuery,
      /** By the amount payable. */
      minimumYuan: z.optional(yuanQuery),
      maximumYuan: z.optional(yuanQuery),
      sort: z.optional(z.enum(['newest', 'oldest'])),
    })
    .check(hasDaysInOrder),
  data: z.object(keysetOf(orderRecord)),
})

const timelineEvents = ['created', 'paid', 'fulfilled', 'cancelled', 'expired', 'refundAsked', 'refunded'] as const

export const getOrder = defineCall({
  method: 'GET',
  path: '/vmcloud/api/operator/getOrder',
  summary: '一个订单：明细、支付、退款、设备、优惠券和经过',
  access: access.operator('orders.read'),
  input: z.strictObject({ orderId: queryId }),
  data: z.object({
    ...orderFacts,
    couponCents: cents,
    creditCents: cents,
    /** Reason why it could not be fulfilled; empty for the others. */
    failure: z.string(),
    expiresAt: epochMillis,
    coupon: z.nullable(z.object({ couponId: positiveId, name: z.string() })),
    lines: z.array(z.object({ productId: positiveId, quantity: count, unitPriceCents: cents })),
    payments: z.array(
      z.object({
        paymentId: positiveId,
        provider: z.enum(['alipay', 'wechat']),
        scene: z.enum(payScenes),
        outTradeNo: z.string(),
        transactionId: z.nullable(z.string()),
        amountCents: cents,
        state: z.string(),
        /** This payment paid the order; others are refunded. */
        isSettling: z.boolean(),
        createdAt: epochMillis,
        /** Last request to the provider. */
        askedAt: z.nullable(epochMillis),
        paidAt: z.nullable(epochMillis),
      }),
    ),
    refunds: z.array(
      z.object({
        refundId: positiveId,
        outRefundNo: z.string(),
        amountCents: cents,
        state: z.enum(['waiting', 'refunded', 'manual']),
        failure: z.string(),
        createdAt: epochMillis,
        refundedAt: z.nullable(epochMillis),
      }),
    ),
    devices: z.array(
      z.object({
        deviceId: positiveId,
        name: z.string(),
        state: z.enum(deviceStates),
        paidCents: cents,
        startsAt: epochMillis,
        returnedAt: z.nullable(epochMillis),
      }),
    ),
    timeline: z.array(z.object({ at: epochMillis, event: z.enum(timelineEvents), amountCents: z.optional(cents) })),
  }),
})
