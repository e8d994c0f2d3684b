import { pgTable } from 'drizzle-orm/pg-core'
import { cents, id, seconds, timestamp } from './columns.ts'

export const deviceChanges = pgTable('device_changes', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  deviceId: id('device_id').notNull(),
  userId: id('user_id').notNull(),
  orderId: id('order_id'),
  taskId: id('task_id'),
  fromConfigId: id('from_config_id').notNull(),
  toConfigId: id('to_config_id').notNull(),
  productId: id('product_id').notNull(),
  valueCents: cents('value_cents').notNull(),
  paidCents: cents('paid_cents').notNull(),
  boughtSeconds: seconds('bought_seconds').notNull(),
  /** Time at which the remaining value was computed; the bought time runs from it. */
  quotedAt: timestamp('quoted_at').notNull(),
  createdAt: timestamp('created_at').notNull(),
  endedAt: timestamp('ended_at'),
  startsAt: timestamp('starts_at'),
  carriedAt: timestamp('carried_at'),
})
