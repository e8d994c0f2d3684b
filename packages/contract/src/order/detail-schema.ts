import * as z from 'zod/mini'
import { returnRefusals } from '../device/life-schema.ts'
import { deviceState } from '../device/schema.ts'
import { cents, epochMillis, positiveId, shortText } from '../wire/fields.ts'
import { PayMethod } from './enums.ts'
import { orderInfo } from './schema.ts'

/** A phone that an order bought, renewed or changed. */
export const orderDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  state: deviceState,
  /** Its part of what was paid, to the cent. */
  paidCents: cents,
  expiresAt: epochMillis,
  /** Its money has gone back, or is on its way there. */
  returnedAt: z.nullable(epochMillis),
  /** Until when it can be given back early; nothing when it cannot. */
  returnUntil: z.nullable(epochMillis),
  /** Why it cannot be given back; nothing when it can. */
  returnRefusal: z.nullable(z.enum(returnRefusals)),
})
export type OrderDevice = z.output<typeof orderDevice>

export const refundStates = ['refunding', 'refunded'] as const

/** Money that went back, the way it was paid. */
export const orderRefund = z.object({
  amountCents: cents,
  payMethod: z.enum(PayMethod),
  state: z.enum(refundStates),
  createdAt: epochMillis,
  endedAt: z.nullable(epochMillis),
})
export type OrderRefund = z.output<typeof orderRefund>

/** An order with everything that became of it. */
export const orderDetail = z.object({
  ...orderInfo.shape,
  devices: z.array(orderDevice),
  refunds: z.array(orderRefund),
})
export type OrderDetail = z.output<typeof orderDetail>
