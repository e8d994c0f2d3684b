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

/** Terms of an early return. */
export const returnTerms = z.object({
  deviceId: positiveId,
  /** Null when it can be returned. */
  refusal: z.nullable(z.enum(returnRefusals)),
  /** All that was paid for it. */
  amountCents: cents,
  /** Each part is refunded to the method that paid it. */
  parts: z.array(z.object({ orderId: positiveId, amountCents: cents, payMethod: z.enum(PayMethod) })),
  /** Two hours after its first start; null before that. */
  returnUntil: z.nullable(epochMillis),
  /** Running time so far. */
  ranMs: count,
})
export type ReturnTerms = z.output<typeof returnTerms>
