import * as z from 'zod/mini'
import { cents, count, positiveId } from '../wire/fields.ts'

/** A billable product with the terms that this buyer gets now. */
export const goodsPrice = z.object({
  goodId: positiveId,
  configId: positiveId,
  id: positiveId,
  /** Hours. */
  goodTime: positiveId,
  goodPrice: cents,
  oldGoodPrice: z.nullable(cents),
  firstCount: count,
  activityId: z.nullable(positiveId),
  firstPurchase: z.boolean(),
  /** Charged in beans for each hour in advance, instead of once. */
  isMetered: z.boolean(),
})
export type GoodsPrice = z.output<typeof goodsPrice>
