import * as z from 'zod/mini'
import { GoodsLevel } from '../commodity/enums.ts'
import { goodsConfiguration } from '../commodity/goods-schema.ts'
import { cents, count, epochMillis, positiveId, shortText } from '../wire/fields.ts'

/** A product that a seckill sells for less. */
export const seckillItem = z.object({
  id: positiveId,
  goodId: positiveId,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  configuration: goodsConfiguration,
  /** Hours. */
  goodTime: positiveId,
  goodPrice: cents,
  /** What it costs otherwise. */
  oldGoodPrice: cents,
  stockLeft: count,
  stockTotal: count,
  /** For each buyer. */
  perUserLimit: positiveId,
  /** What this buyer has had of it, unpaid orders included; 0 logged out. */
  ownCount: count,
})
export type SeckillItem = z.output<typeof seckillItem>

export const seckillWindow = z.object({
  activityId: positiveId,
  name: shortText,
  startsAt: epochMillis,
  endsAt: epochMillis,
  items: z.array(seckillItem),
})
export type SeckillWindow = z.output<typeof seckillWindow>
