import * as z from 'zod/mini'
import { PayMethod } from '../../commerce/payment/enums.ts'
import { cents, count, epochMillis, positiveId } from '../../wire/fields.ts'

/** Why a device cannot be given back early; see the labels. */
export const returnRefusals = [
  'notBoughtByMoney',
  'tooLate',
  'ranTooLong',
  'monthlyLimit',
  'changed',
  'busy',
  'returned',
] as const
export type ReturnRefusal = (typeof returnRefusals)[number]

/** What comes back when a device is given back early. */
export const returnTerms = z.object({
  deviceId: positiveId,
  /** Nothing when it can be given back. */
  refusal: z.nullable(z.enum(returnRefusals)),
  /** All that was paid for it. */
  amountCents: cents,
  /** Each part goes back the way it was paid. */
  parts: z.array(z.object({ orderId: positiveId, amountCents: cents, payMethod: z.enum(PayMethod) })),
  /** Two hours after its first start; nothing before that. */
  returnUntil: z.nullable(epochMillis),
  /** How long it has run, really. */
  ranMs: count,
})
export type ReturnTerms = z.output<typeof returnTerms>
