import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { cents, count, id, timestamp } from './columns.ts'

export const seckillClaims = pgTable('seckill_claims', {
  orderId: id('order_id').primaryKey(),
  activityId: id('activity_id').notNull(),
  productId: id('product_id').notNull(),
  userId: id('user_id').notNull(),
  quantity: count('quantity').notNull(),
})

export const bigUserLists = pgTable('big_user_lists', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  linkCode: text('link_code').notNull(),
  userId: id('user_id').notNull(),
  title: text('title').notNull(),
  maximumPhones: count('maximum_phones').notNull(),
  expiresAt: timestamp('expires_at'),
  closedAt: timestamp('closed_at'),
  createdAt: timestamp('created_at').notNull(),
})

export const bigUserPrices = pgTable(
  'big_user_prices',
  {
    listId: id('list_id').notNull(),
    productId: id('product_id').notNull(),
    priceCents: cents('price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.productId] })],
)
