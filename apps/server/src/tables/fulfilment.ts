import { pgTable } from 'drizzle-orm/pg-core'
import { cents, id, seconds, timestamp } from './columns.ts'

export const orderDevices = pgTable('order_devices', {
  orderId: id('order_id').notNull(),
  deviceId: id('device_id').notNull(),
  productId: id('product_id').notNull(),
  paidCents: cents('paid_cents').notNull(),
  boughtSeconds: seconds('bought_seconds').notNull(),
  startsAt: timestamp('starts_at').notNull(),
  returnedAt: timestamp('returned_at'),
  carriedAt: timestamp('carried_at'),
  /** The code that gave it, where one did. */
  codeId: id('code_id'),
})
