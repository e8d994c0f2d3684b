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
  /** Activation code of the device, if any. */
  codeId: id('code_id'),
})
