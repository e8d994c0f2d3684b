import { boolean, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { cents, id, timestamp } from './columns.ts'

export const beanPacks = pgTable('bean_packs', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  beansCents: cents('beans_cents').notNull(),
  bonusCents: cents('bonus_cents').notNull().default(0),
  isCustom: boolean('is_custom').notNull().default(false),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
})

export const firstRechargeClaims = pgTable('first_recharge_claims', {
  userId: id('user_id').primaryKey(),
  orderId: id('order_id').notNull(),
})

export const spacePlans = pgTable('space_plans', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  sizeGb: integer('size_gb').notNull(),
  months: smallint('months').notNull(),
  priceCents: cents('price_cents').notNull(),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
})

export const spaceGrants = pgTable('space_grants', {
  orderId: id('order_id').primaryKey(),
  userId: id('user_id').notNull(),
  sizeGb: integer('size_gb').notNull(),
  startsAt: timestamp('starts_at').notNull(),
  endsAt: timestamp('ends_at').notNull(),
})
