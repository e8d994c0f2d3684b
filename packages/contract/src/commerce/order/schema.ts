import * as z from 'zod/mini'
import { deviceState } from '../../devices/device/schema.ts'
import { returnRefusals } from '../../devices/rental/schema.ts'
import { cents, epochMillis, longText, positiveId, shortText } from '../../wire/fields.ts'
import { GoodsLevel, ImageType } from '../commodity/enums.ts'
import { goodsConfiguration } from '../commodity/schema.ts'
import { PayMethod } from '../payment/enums.ts'
import { BusinessType, OrderStatus, orderKinds } from './enums.ts'

/** Names the list that was negotiated with a big user. */
export const linkCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/**
 * Signed by the server: one product for one device of one user, with the remaining value at one moment. It holds for
 * `CHANGE_QUOTE_MS`, and the new time runs from that moment.
 */
export const changeQuote = longText.check(z.minLength(1))

export const quantity = z.int().check(z.positive(), z.maximum(10_000))

/** What every order call carries: the price the buyer saw, so that a change is answered and never charged silently. */
export const orderTerms = {
  totalCents: cents,
  payMethod: z.optional(z.enum(PayMethod)),
  couponId: z.optional(positiveId),
}

export const orderLine = z.object({ label: shortText, amountCents: z.int() })

export const orderInfo = z.object({
  orderId: positiveId,
  kind: z.enum(orderKinds),
  /** What it is, in a few words. */
  title: shortText,
  status: z.enum(OrderStatus),
  /** None for recharging the balance. */
  businessType: z.nullable(z.enum(BusinessType)),
  totalCents: cents,
  payableCents: cents,
  /** The server's own breakdown: the client shows it as it is. */
  lines: z.array(orderLine),
  /** How it was paid; nothing until then. */
  payMethod: z.nullable(z.enum(PayMethod)),
  /** What it can be paid with. */
  payMethods: z.array(z.enum(PayMethod)),
  /** Why it could not be fulfilled; empty otherwise. */
  failure: longText,
  createdAt: epochMillis,
  expiresAt: epochMillis,
  paidAt: z.nullable(epochMillis),
  endedAt: z.nullable(epochMillis),
})
export type OrderInfo = z.output<typeof orderInfo>

/** The lists that the order page shows. */
export const orderFilters = ['all', 'pending', 'paid', 'refunds'] as const
export type OrderFilter = (typeof orderFilters)[number]

/** A phone that an order bought, renewed or changed. */
export const orderDevice = z.object({
  deviceId: positiveId,
  name: shortText,
  state: deviceState,
  /** Its part of what was paid, to the cent. */
  paidCents: cents,
  expiresAt: epochMillis,
  /** Its money has gone back, or is on its way there. */
  returnedAt: z.nullable(epochMillis),
  /** Until when it can be given back early; nothing when it cannot. */
  returnUntil: z.nullable(epochMillis),
  /** Why it cannot be given back; nothing when it can. */
  returnRefusal: z.nullable(z.enum(returnRefusals)),
})
export type OrderDevice = z.output<typeof orderDevice>

export const refundStates = ['refunding', 'refunded'] as const

/** Money that went back, the way it was paid. */
export const orderRefund = z.object({
  amountCents: cents,
  payMethod: z.enum(PayMethod),
  state: z.enum(refundStates),
  createdAt: epochMillis,
  endedAt: z.nullable(epochMillis),
})
export type OrderRefund = z.output<typeof orderRefund>

/** An order with everything that became of it. */
export const orderDetail = z.object({
  ...orderInfo.shape,
  devices: z.array(orderDevice),
  refunds: z.array(orderRefund),
})
export type OrderDetail = z.output<typeof orderDetail>

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
