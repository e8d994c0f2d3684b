import * as z from 'zod/mini'
import { cents, count, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { androidVersions, GoodsLevel, ImageType, InventoryStatus } from './enums.ts'

/** Hardware and Android version of a phone: the cloud version. */
export const goodsConfiguration = z.object({
  configId: positiveId,
  cpuCores: positiveId,
  memoryGb: positiveId,
  storageGb: positiveId,
  version: z.enum(androidVersions),
  imageTypes: z.array(z.enum(ImageType)),
  /** The video custom edition is reached by upgrading, and not bought by itself. */
  isVideoEdition: z.boolean(),
})
export type GoodsConfiguration = z.output<typeof goodsConfiguration>

/** One reason to choose a model. */
const highlight = z.object({ title: shortText, note: shortText })

/** A product model as a customer sees it. */
export const goods = z.object({
  goodId: positiveId,
  goodsLevel: z.enum(GoodsLevel),
  name: shortText,
  /** Address of its picture; another one when the picture changes. */
  picture: longText,
  tagline: shortText,
  /** Short facts beside the name. */
  tags: z.array(shortText),
  highlights: z.array(highlight),
  /** Lowest monthly price for this buyer; null where it is not sold by the month. */
  monthFromCents: z.nullable(cents),
  configurations: z.array(goodsConfiguration),
})
export type Goods = z.output<typeof goods>

export const zoneStock = z.object({
  zoneId: positiveId,
  name: shortText,
  inventoryStatus: z.enum(InventoryStatus),
})
export type ZoneStock = z.output<typeof zoneStock>

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
  /** Regular price. */
  oldGoodPrice: cents,
  stockLeft: count,
  stockTotal: count,
  /** For each buyer. */
  perUserLimit: positiveId,
  /** Number that this buyer has ordered, unpaid orders included; 0 without a login. */
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
