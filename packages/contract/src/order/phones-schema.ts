import * as z from 'zod/mini'
import { cents, positiveId, shortText } from '../wire/fields.ts'

/** A phone that came of an order. */
export const orderPhone = z.object({
  deviceId: positiveId,
  name: shortText,
  /** Its share of what was paid. */
  paidCents: cents,
  /** It did not come up, or was given back: its share was paid back. */
  isReturned: z.boolean(),
})
export type OrderPhone = z.output<typeof orderPhone>
