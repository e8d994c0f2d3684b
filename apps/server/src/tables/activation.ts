import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, cents, id, timestamp } from './columns.ts'

export const activationGoods = pgTable('activation_goods', {
  productId: id('product_id').primaryKey(),
  validDays: integer('valid_days').notNull().default(365),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
})

/** Codes that an operator gives away. */
export const activationBatches = pgTable('activation_batches', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  note: text('note').notNull().default(''),
  productId: id('product_id').notNull(),
  quantity: integer('quantity').notNull(),
  operatorName: text('operator_name').notNull(),
  createdAt: timestamp('created_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  withdrawnAt: timestamp('withdrawn_at'),
})

export const activationCodes = pgTable('activation_codes', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  /** Order and owner of a bought code; one of a batch has neither. */
  orderId: id('order_id'),
  ownerId: id('owner_id'),
  batchId: id('batch_id'),
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
