import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { maskPhone } from '@yunji/contract/display/text'
import type { getOrder as getCall, searchOrders as searchCall } from '@yunji/contract/operator/order-calls'
import type { OrderRecord } from '@yunji/contract/operator/records'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { AppError } from '../../platform/errors.ts'
import { keysetPage, PAGE_ROWS, placeOf } from '../../platform/keyset.ts'
import type { Operator } from '../../platform/operators/operator.ts'
import type { ConsoleDeps } from './deps.ts'
import { maySeeUsers } from './number-search.ts'
import { findOrderDetails, listOrders, type OrderFilter, type OrderRow } from './order-store.ts'

export const orderRecordOf = (order: OrderRow): OrderRecord => ({
  orderId: order.id,
  userId: order.userId,
  maskedPhone: maskPhone(order.mobilePhone ?? ''),
  title: order.title,
  kind: order.kind,
  orderStatus: OrderStatus[order.state],
  totalCents: order.totalCents,
  payableCents: order.payableCents,
  payMethod: order.payMethod,
  createdAt: order.createdAt.getTime(),
  paidAt: order.paidAt?.getTime() ?? null,
  endedAt: order.endedAt?.getTime() ?? null,
})

type Search = CallArguments<typeof searchCall>

const orderFilterOf = (
  { sort, orderStatus, payMethod, minimumYuan, maximumYuan, ...search }: Search,
  operator: Operator,
): OrderFilter => ({
  ...search,
  findsNumbers: maySeeUsers(operator),
  minimumCents: minimumYuan,
  maximumCents: maximumYuan,
  orderStatus: orderStatus && Number(orderStatus),
  payMethod: payMethod && Number(payMethod),
  isOldestFirst: sort === 'oldest',
})

export const searchOrders =
  ({ database: { db } }: ConsoleDeps) =>
  async (
    { cursor, ...search }: Search,
    operator: Operator,
    pageRows = PAGE_ROWS,
  ): Promise<CallData<typeof searchCall>> => {
    const found = await listOrders(db, orderFilterOf(search, operator), placeOf(cursor, true), pageRows + 1)
    return keysetPage(found, pageRows, orderRecordOf)
  }

type OrderData = CallData<typeof getCall>
type Found = NonNullable<Awaited<ReturnType<typeof findOrderDetails>>>

const ENDED = { fulfilled: 'fulfilled', cancelled: 'cancelled', expired: 'expired' } as const

const timelineOf = ({ order, payments, refunds }: Found): OrderData['timeline'] => {
  const { state, endedAt } = order
  const end = state in ENDED ? ENDED[state as keyof typeof ENDED] : undefined
  return [
    { at: order.createdAt.getTime(), event: 'created' as const, amountCents: order.payableCents },
    // Money that came twice has a payment of its own.
    ...payments.flatMap(({ paidAt, amountCents }) =>
      paidAt ? [{ at: paidAt.getTime(), event: 'paid' as const, amountCents }] : [],
    ),
    ...(payments.every(({ paidAt }) => !paidAt) && order.paidAt
      ? [{ at: order.paidAt.getTime(), event: 'paid' as const, amountCents: order.payableCents }]
      : []),
    ...(end && endedAt ? [{ at: endedAt.getTime(), event: end }] : []),
    ...refunds.flatMap(({ createdAt, refundedAt, amountCents }) => [
      { at: createdAt.getTime(), event: 'refundAsked' as const, amountCents },
      ...(refundedAt ? [{ at: refundedAt.getTime(), event: 'refunded' as const, amountCents }] : []),
    ]),
  ].toSorted((a, b) => a.at - b.at)
}

export const getOrder =
  ({ database: { db } }: ConsoleDeps) =>
  async (orderId: number): Promise<OrderData> => {
    const found = await findOrderDetails(db, orderId)
    if (!found) throw new AppError('NOT_FOUND', { text: '没有找到这个订单' })
    const { order } = found
    return {
      ...orderRecordOf(order),
      couponCents: order.couponCents,
      creditCents: order.creditCents,
      failure: order.failure,
      expiresAt: order.expiresAt.getTime(),
      coupon: order.couponId === null ? null : { couponId: order.couponId, name: order.couponName ?? '' },
      lines: found.lines.map(({ productId, quantity, unitPriceCents }) => ({ productId, quantity, unitPriceCents })),
      payments: found.payments.map((payment) => ({
        paymentId: payment.id,
        provider: payment.provider,
        scene: payment.scene,
        outTradeNo: payment.outTradeNo,
        transactionId: payment.transactionId,
        amountCents: payment.amountCents,
        state: payment.state,
        isSettling: payment.isSettling,
        createdAt: payment.createdAt.getTime(),
        askedAt: payment.askedAt?.getTime() ?? null,
        paidAt: payment.paidAt?.getTime() ?? null,
      })),
      refunds: found.refunds.map((refund) => ({
        refundId: refund.id,
        outRefundNo: refund.outRefundNo,
        amountCents: refund.amountCents,
        state: refund.state,
        failure: refund.failure ?? '',
        createdAt: refund.createdAt.getTime(),
        refundedAt: refund.refundedAt?.getTime() ?? null,
      })),
      devices: found.devices.map(({ share, name, state }) => ({
        deviceId: share.deviceId,
        name,
        state,
        paidCents: share.paidCents,
        startsAt: share.startsAt.getTime(),
        returnedAt: share.returnedAt?.getTime() ?? null,
      })),
      timeline: timelineOf(found),
    }
  }
