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
 * Signed by the server: one product for one device of one user, with the remaining value at the time of the quote. Valid
 * for `CHANGE_QUOTE_MS`; the new rental time runs from the quote.
 */
export const changeQuote = longText.check(z.minLength(1))

export const quantity = z.int().check(z.positive(), z.maximum(10_000))

/** Fields of every order call: the price that the buyer saw, so that a changed price is refused and never charged. */
export const orderTerms = {
  totalCents: cents,
  payMethod: z.optional(z.enum(PayMethod)),
  couponId: z.optional(positiveId),
}

export const orderLine = z.object({ label: shortText, amountCents: z.int() })

export const orderInfo = z.object({
  orderId: positiveId,
  kind: z.enum(orderKinds),
  /** Short description. */
  title: shortText,
  status: z.enum(OrderStatus),
  /** None for recharging the balance. */
  businessType: z.nullable(z.enum(BusinessType)),
  totalCents: cents,
  payableCents: cents,
  /** The server's own breakdown: the client shows it as it is. */
  lines: z.array(orderLine),
  /** Payment method; null until paid. */
  payMethod: z.nullable(z.enum(PayMethod)),
  /** Payment methods on offer. */
  payMethods: z.array(z.enum(PayMethod)),
  /** Why it could not be fulfilled; empty otherwise. */
  failure: longText,
  createdAt: epochMillis,
  expiresAt: epochMillis,
  paidAt: z.nullable(epochMillis),
  endedAt: z.nullable(epochMillis),
})
export type OrderInfo = z.output<typeof orderInfo>

/** The phones that an order is about: the first product, and the number of all. */
export const orderGoods = z.object({
  goodId: positiveId,
  configId: positiveId,
  goodsName: shortText,
  goodsLevel: z.enum(GoodsLevel),
  /** Address of the model's picture. */
  picture: longText,
  /** Where the phones stand; null for activation codes. */
  zoneId: z.nullable(positiveId),
  zoneName: z.nullable(shortText),
  /** Hours. */
  goodTime: positiveId,
  quantity: positiveId,
  /** Charged in beans by the hour. */
  isMetered: z.boolean(),
})
export type OrderGoods = z.output<typeof orderGoods>

/** An order in the list; `goods` is null where it is about no phone. */
export const listedOrder = z.object({ ...orderInfo.shape, goods: z.nullable(orderGoods) })
export type ListedOrder = z.output<typeof listedOrder>

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
  /** When its refund began; null otherwise. */
  returnedAt: z.nullable(epochMillis),
  /** End of the early-return period; null when it cannot be returned. */
  returnUntil: z.nullable(epochMillis),
  /** Reason against a return; null when it can be returned. */
  returnRefusal: z.nullable(z.enum(returnRefusals)),
})
export type OrderDevice = z.output<typeof orderDevice>

export const refundStates = ['refunding', 'refunded'] as const

/** Refund to the method that paid. */
export const orderRefund = z.object({
  amountCents: cents,
  payMethod: z.enum(PayMethod),
  state: z.enum(refundStates),
  createdAt: epochMillis,
  endedAt: z.nullable(epochMillis),
})
export type OrderRefund = z.output<typeof orderRefund>

/** An order with its devices and refunds. */
export const orderDetail = z.object({
  ...listedOrder.shape,
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
  /** Not delivered or returned; its share was refunded. */
  isReturned: z.boolean(),
  /** End of the paid time. */
  expiresAt: epochMillis,
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
  /** Price without the agreement. */
  oldGoodPrice: cents,
})
export type BigUserItem = z.output<typeof bigUserItem>

/** Negotiated price list of one user. */
export const bigUserList = z.object({
  title: shortText,
  /** Phones in one order, instead of everybody's 50. */
  maximumPhones: positiveId,
  /** Null where it is valid until withdrawn. */
  expiresAt: z.nullable(epochMillis),
  /** System images that every phone of the list supports. */
  imageTypes: z.array(z.enum(ImageType)),
  items: z.array(bigUserItem),
})
export type BigUserList = z.output<typeof bigUserList>

/** End of the year 9999, the latest accepted expiry. */
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
