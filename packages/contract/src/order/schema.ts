import * as z from 'zod/mini'
import { cents, epochMillis, longText, positiveId, shortText } from '../wire/fields.ts'
import { BusinessType, OrderStatus, PayMethod } from './enums.ts'
import { orderKinds } from './kinds.ts'

export const quantity = z.int().check(z.positive(), z.maximum(10_000))

/** What every order call carries: the price the buyer saw, so that a change is answered and never charged silently. */
export const orderTerms = {
  totalCents: cents,
  payMethod: z.optional(z.enum(PayMethod)),
  couponId: z.optional(positiveId),
}

export const orderLine = z.object({ label: shortText, amountCents: z.int() })

export const orderInfo = z.object({
  orderId: positiveId,
  kind: z.enum(orderKinds),
  /** What it is, in a few words. */
  title: shortText,
  status: z.enum(OrderStatus),
  /** None for recharging the balance. */
  businessType: z.nullable(z.enum(BusinessType)),
  totalCents: cents,
  payableCents: cents,
  /** The server's own breakdown: the client shows it as it is. */
  lines: z.array(orderLine),
  /** How it was paid; nothing until then. */
  payMethod: z.nullable(z.enum(PayMethod)),
  /** What it can be paid with. */
  payMethods: z.array(z.enum(PayMethod)),
  /** Why it could not be fulfilled; empty otherwise. */
  failure: longText,
  createdAt: epochMillis,
  expiresAt: epochMillis,
  paidAt: z.nullable(epochMillis),
  endedAt: z.nullable(epochMillis),
})
export type OrderInfo = z.output<typeof orderInfo>

/** The lists that the order page shows. */
export const orderFilters = ['all', 'pending', 'paid', 'refunds'] as const
export type OrderFilter = (typeof orderFilters)[number]
