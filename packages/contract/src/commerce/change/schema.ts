import * as z from 'zod/mini'
import { cents, count, epochMillis, positiveId, shortText } from '../../wire/fields.ts'
import { GoodsLevel, InventoryStatus } from '../commodity/enums.ts'
import { goodsConfiguration } from '../commodity/schema.ts'
import { changeQuote, orderLine } from '../order/schema.ts'

/** The device as it is, and what its time is still worth. */
export const changingDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  zoneName: shortText,
  /** Null for a device that was not bought. */
  configuration: z.nullable(goodsConfiguration),
  expiresAt: epochMillis,
  /** Its remaining value at `quotedAt`. */
  creditCents: cents,
})
export type ChangingDevice = z.output<typeof changingDevice>

/** A duration that the device can go on with in another configuration, and what that costs. */
export const changeOffer = z.object({
  /** The billable product. */
  id: positiveId,
  /** Hours. */
  goodTime: positiveId,
  goodPrice: cents,
  /** The server's own breakdown, before a coupon: the client shows it as it is. */
  lines: z.array(orderLine),
  /** The part of the remaining value that the price uses up. */
  creditCents: cents,
  /** 0 where the credit covers the price: then `changeByCredit` does it, without an order. */
  payableCents: cents,
  /** Surplus of the remaining value, as time. */
  extraSeconds: count,
  /** When it ends if this quote is taken, however long the change takes. */
  expiresAt: epochMillis,
  /** Sent along with the order or the change. */
  quote: changeQuote,
})
export type ChangeOffer = z.output<typeof changeOffer>

/** A configuration that the device can be changed to, in the zone where it stands and on its Android line. */
export const changeTarget = z.object({
  goodId: positiveId,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  configuration: goodsConfiguration,
  inventoryStatus: z.enum(InventoryStatus),
  offers: z.array(changeOffer),
})
export type ChangeTarget = z.output<typeof changeTarget>

/** Fields of both change pages. */
const quoted = {
  /** Time of all quotes in this answer. */
  quotedAt: epochMillis,
  device: changingDevice,
}

export const changeOptions = z.object({
  ...quoted,
  /** Other configurations of the same goods. */
  configurations: z.array(changeTarget),
  /** Other goods. */
  models: z.array(changeTarget),
})
export type ChangeOptions = z.output<typeof changeOptions>

export const videoOptions = z.object({ ...quoted, targets: z.array(changeTarget) })
export type VideoOptions = z.output<typeof videoOptions>

/** A device that is paid for by the hour, and the month that it can go on with. */
export const toMonthlyDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  zoneName: shortText,
  configuration: goodsConfiguration,
  /** Beans for each hour, until then. */
  hourCents: cents,
  /** The end of the hour that is paid for; what is left of it is added to the month. */
  paidUntil: epochMillis,
  /** The monthly product: devices of the same one go into one order. */
  id: positiveId,
  goodTime: positiveId,
  goodPrice: cents,
  oldGoodPrice: z.nullable(cents),
  /** When it would end if it were paid for now. */
  expiresAt: epochMillis,
})
export type ToMonthlyDevice = z.output<typeof toMonthlyDevice>
