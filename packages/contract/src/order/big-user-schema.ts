import * as z from 'zod/mini'
import { GoodsLevel, ImageType } from '../commodity/enums.ts'
import { goodsConfiguration } from '../commodity/goods-schema.ts'
import { cents, epochMillis, positiveId, shortText } from '../wire/fields.ts'

/** A product at the price that was agreed on. */
export const bigUserItem = z.object({
  id: positiveId,
  goodId: positiveId,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  configuration: goodsConfiguration,
  /** Hours. */
  goodTime: positiveId,
  goodPrice: cents,
  /** What it costs everybody else. */
  oldGoodPrice: cents,
})
export type BigUserItem = z.output<typeof bigUserItem>

/** What was negotiated with one user. */
export const bigUserList = z.object({
  title: shortText,
  /** Phones in one order, instead of everybody's 50. */
  maximumPhones: positiveId,
  /** Nothing where it holds until it is taken back. */
  expiresAt: z.nullable(epochMillis),
  /** What every phone of it can start from. */
  imageTypes: z.array(z.enum(ImageType)),
  items: z.array(bigUserItem),
})
export type BigUserList = z.output<typeof bigUserList>

/** The end of the last year that has four digits: later ones are none that a list is agreed on for. */
const LATEST_MILLIS = 253_402_300_799_999

/** The price of a product in a list, as the operator agrees on it. */
const agreedPrice = z.strictObject({ id: positiveId, goodPrice: cents.check(z.minimum(1)) })

export const bigUserTerms = {
  userId: positiveId,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  maximumPhones: z.int().check(z.minimum(1), z.maximum(10_000)),
  expiresAt: z.optional(epochMillis.check(z.maximum(LATEST_MILLIS))),
  items: z.array(agreedPrice).check(z.minLength(1), z.maxLength(50)),
}
