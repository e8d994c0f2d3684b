import type { PriceLine } from '@yunji/contract/commerce/checkout/quote'
import type { OrderKind } from '@yunji/contract/commerce/order/enums'
import type { OrderState } from '@yunji/contract/commerce/order/machine'
import type { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { date, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { cents, count, id, timestamp } from './columns.ts'

/** Data needed to fulfil a paid order, by kind. */
export interface StoredPurchase {
  readonly zoneId?: number
  readonly groupId?: number
  readonly imageType?: number
  readonly deviceIds?: readonly number[]
  /** Time at which the remaining value of the changed device was computed. */
  readonly quotedAt?: number
  /** For a recharge. */
  readonly bonusCents?: number
  /** For cloud space. */
  readonly sizeGb?: number
  readonly months?: number
  /** For activation codes. */
  readonly codes?: { readonly productId: number; readonly quantity: number; readonly validDays: number }
  /** Product of each renewed device. */
  readonly renewals?: readonly { readonly deviceId: number; readonly productId: number }[]
  /** Charged in beans by the hour after the change. */
  readonly isMetered?: true
}

export const orders = pgTable('orders', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  userId: id('user_id').notNull(),
  kind: text('kind').$type<OrderKind>().notNull(),
  businessType: smallint('business_type'),
  title: text('title').notNull(),
  state: text('state').$type<OrderState>().notNull().default('pending'),
  lines: jsonb('lines').$type<readonly PriceLine[]>().notNull(),
  totalCents: cents('total_cents').notNull(),
  couponCents: cents('coupon_cents').notNull().default(0),
  creditCents: cents('credit_cents').notNull().default(0),
  payableCents: cents('payable_cents').notNull(),
  couponId: id('coupon_id'),
  purchase: jsonb('purchase').$type<StoredPurchase>().notNull(),
  payMethod: smallint('pay_method').$type<PayMethod>(),
  failure: text('failure').notNull().default(''),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  paidAt: timestamp('paid_at'),
  endedAt: timestamp('ended_at'),
})

export const orderItems = pgTable(
  'order_items',
  {
    orderId: id('order_id').notNull(),
    productId: id('product_id').notNull(),
    quantity: count('quantity').notNull(),
    unitPriceCents: cents('unit_price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.productId] })],
)

export const stockReservations = pgTable(
  'stock_reservations',
  {
    orderId: id('order_id').notNull(),
    zoneId: id('zone_id').notNull(),
    configId: id('config_id').notNull(),
    quantity: count('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.zoneId, table.configId] })],
)

export const firstPriceClaims = pgTable(
  'first_price_claims',
  {
    userId: id('user_id').notNull(),
    productId: id('product_id').notNull(),
    orderId: id('order_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)

/** Sums of past days in China, for the overview; written by a job once nothing of a day changes any more. */
export const orderDays = pgTable('order_days', {
  day: date('day').primaryKey(),
  createdOrders: count('created_orders').notNull(),
  /** Of those that were created on the day. */
  paidOrders: count('paid_orders').notNull(),
  paidCents: cents('paid_cents').notNull(),
  refundedCents: cents('refunded_cents').notNull(),
})
