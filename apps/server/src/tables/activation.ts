import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, cents, id, timestamp } from './columns.ts'

export const activationGoods = pgTable('activation_goods', {
  productId: id('product_id').primaryKey(),
  validDays: integer('valid_days').notNull().default(365),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
})

export const activationCodes = pgTable('activation_codes', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  orderId: id('order_id').notNull(),
  ownerId: id('owner_id').notNull(),
  productId: id('product_id').notNull(),
  digest: bytea('digest').notNull(),
  sealedCode: text('sealed_code').notNull(),
  paidCents: cents('paid_cents').notNull(),
  state: text('state').$type<'unused' | 'used' | 'returned'>().notNull().default('unused'),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  usedAt: timestamp('used_at'),
  usedBy: id('used_by'),
  usedFor: text('used_for').$type<'newPhone' | 'renewal'>(),
  deviceId: id('device_id'),
})
