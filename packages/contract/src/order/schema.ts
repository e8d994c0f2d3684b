import * as z from 'zod/mini'
import { cents, epochMillis, positiveId, shortText } from '../wire/fields.ts'

export const PayMethod = { alipay: 1, wechat: 2, beans: 3, balance: 4, iosVirtual: 5 } as const
export const BusinessType = {
  cloudMachine: 1,
  cloudMachineUpgrade: 2,
  cloudBeans: 3,
  cloudSpace: 4,
  activationCodeMall: 5,
} as const
export const ImageType = { base: 1, google: 2, custom: 3 } as const
export const OrderStatus = {
  pending: 1,
  paid: 2,
  fulfilled: 3,
  cancelled: 4,
  expired: 5,
  refunding: 6,
  refunded: 7,
} as const

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
