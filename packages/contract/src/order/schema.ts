import * as z from 'zod/mini'
import { cents, epochMillis, positiveId, shortText } from '../wire/fields.ts'
import { BusinessType, OrderStatus, PayMethod } from './enums.ts'

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
  status: z.enum(OrderStatus),
  businessType: z.enum(BusinessType),
  totalCents: cents,
  payableCents: cents,
  lines: z.array(orderLine),
  createdAt: epochMillis,
  expiresAt: epochMillis,
})
