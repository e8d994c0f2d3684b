import * as z from 'zod/mini'
import { cents, positiveId } from '../wire/fields.ts'

/** A billable product with the terms that this buyer gets now. */
export const goodsPrice = z.object({
  goodId: positiveId,
  configId: positiveId,
  id: positiveId,
  goodTime: z.int(),
  goodPrice: cents,
  oldGoodPrice: z.nullable(cents),
  firstCount: z.int(),
  activityId: z.nullable(positiveId),
  firstPurchase: z.boolean(),
})
