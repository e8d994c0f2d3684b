import type { AutoRenew } from '@yunji/contract/commerce/renewal/schema'
import { pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { id, timestamp } from './columns.ts'

export const renewalHolds = pgTable(
  'renewal_holds',
  {
    orderId: id('order_id').notNull(),
    deviceId: id('device_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.deviceId] })],
)

export const renewalHoldUses = pgTable(
  'renewal_hold_uses',
  {
    deviceId: id('device_id').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    orderId: id('order_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.expiresAt] })],
)

export const autoRenewals = pgTable('auto_renewals', {
  deviceId: id('device_id').primaryKey(),
  userId: id('user_id').notNull(),
  productId: id('product_id').notNull(),
  payMethod: smallint('pay_method').$type<AutoRenew['payMethod']>().notNull(),
  nextTryAt: timestamp('next_try_at').notNull(),
  failure: text('failure').notNull().default(''),
  createdAt: timestamp('created_at').notNull(),
})
