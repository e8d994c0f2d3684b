import * as z from 'zod/mini'
import { androidVersions } from '../device/schema.ts'
import { cents, longText, positiveId, shortText } from '../wire/fields.ts'
import { GoodsLevel, ImageType, InventoryStatus } from './enums.ts'

/** What a phone is made of: the cloud version. */
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
  /** The least that a month of it costs this buyer; nothing where it is not sold by the month. */
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
