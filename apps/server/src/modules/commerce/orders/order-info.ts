import { priceLineLabels } from '@yunji/contract/commerce/checkout/quote'
import { BusinessType, OrderStatus } from '@yunji/contract/commerce/order/enums'
import { payMethodsOf } from '@yunji/contract/commerce/order/rules'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { OrderRow } from './store.ts'

const businesses = Object.values(BusinessType)

/** An order as its buyer sees it. */
export const toOrderInfo = (order: OrderRow): OrderInfo => ({
  orderId: order.id,
  kind: order.kind,
  title: order.title,
  status: OrderStatus[order.state],
  businessType: businesses.find((business) => business === order.businessType) ?? null,
  totalCents: order.totalCents,
  payableCents: order.payableCents,
  lines: order.lines.map(({ kind, amountCents }) => ({ label: priceLineLabels[kind], amountCents })),
  payMethod: order.payMethod,
  payMethods: [...payMethodsOf(order.kind, order.purchase.isMetered)],
  failure: order.failure,
  createdAt: order.createdAt.getTime(),
  expiresAt: order.expiresAt.getTime(),
  paidAt: order.paidAt?.getTime() ?? null,
  endedAt: order.endedAt?.getTime() ?? null,
})
