import * as z from 'zod/mini'
import { androidVersions, GoodsLevel, ImageType } from '../commerce/commodity/enums.ts'
import { priceRefusals, priceTerms } from '../commerce/commodity/pricing.ts'
import { activityKind } from '../content/activity/schema.ts'
import { cents, count, epochMillis, positiveId } from '../wire/fields.ts'

/** A billable product with its goods and configuration. */
const productFacts = {
  productId: positiveId,
  goodId: positiveId,
  goodsName: z.string(),
  goodsLevel: z.enum(GoodsLevel),
  configId: positiveId,
  cpuCores: positiveId,
  memoryGb: positiveId,
  storageGb: positiveId,
  version: z.string(),
  isVideoEdition: z.boolean(),
  /** Hours. */
  goodTime: positiveId,
  isMetered: z.boolean(),
  /** Product, configuration and goods are all listed. */
  isOnSale: z.boolean(),
}

export const productRecord = z.object({
  ...productFacts,
  ...priceTerms.shape,
  /** Enabled activities that run or are to come, whose prices replace this one. */
  activities: z.array(
    z.object({
      activityId: positiveId,
      name: z.string(),
      kind: activityKind,
      priceCents: cents,
      startsAt: epochMillis,
      endsAt: epochMillis,
    }),
  ),
})
export type ProductRecord = z.output<typeof productRecord>

export const priceChange = z.object({
  changeId: positiveId,
  productId: positiveId,
  goodsName: z.string(),
  /** Hours. */
  goodTime: positiveId,
  isMetered: z.boolean(),
  operatorName: z.string(),
  validFrom: epochMillis,
  /** Null where the product was new. */
  before: z.nullable(priceTerms),
  after: priceTerms,
})
export type PriceChange = z.output<typeof priceChange>

/** A product in the dry run of a rule. */
export const repriceLine = z.object({
  ...productFacts,
  before: priceTerms,
  after: priceTerms,
  /** Null where the price can be set. */
  refusal: z.nullable(z.enum(priceRefusals)),
})
export type RepriceLine = z.output<typeof repriceLine>

const configurationRecord = z.object({
  configId: positiveId,
  goodId: positiveId,
  cpuCores: positiveId,
  memoryGb: positiveId,
  storageGb: positiveId,
  version: z.enum(androidVersions),
  imageTypes: z.array(z.enum(ImageType)),
  supplierType: z.int(),
  isVideoEdition: z.boolean(),
  position: z.int(),
  isListed: z.boolean(),
  /** Phones of customers and of orders under way: with any, its hardware can no longer change. */
  phoneCount: count,
  products: z.array(
    z.object({
      productId: positiveId,
      /** Hours. */
      goodTime: positiveId,
      isMetered: z.boolean(),
      isListed: z.boolean(),
      ...priceTerms.shape,
    }),
  ),
})
export type ConfigurationRecord = z.output<typeof configurationRecord>

export const goodsRecord = z.object({
  goodId: positiveId,
  goodsLevel: z.enum(GoodsLevel),
  name: z.string(),
  /** Address of its picture, which follows from the level. */
  picture: z.string(),
  tagline: z.string(),
  tags: z.array(z.string()),
  highlights: z.array(z.object({ title: z.string(), note: z.string() })),
  position: z.int(),
  isListed: z.boolean(),
  configurations: z.array(configurationRecord),
})
export type GoodsRecord = z.output<typeof goodsRecord>
