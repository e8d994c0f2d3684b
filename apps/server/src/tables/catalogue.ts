import type { AndroidVersion } from '@yunji/contract/commerce/commodity/enums'
import type { PriceTerms } from '@yunji/contract/commerce/commodity/pricing'
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { cents, count, id, timestamp, version } from './columns.ts'

export const goods = pgTable('goods', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  goodsLevel: smallint('goods_level').notNull(),
  name: text('name').notNull(),
  tagline: text('tagline').notNull().default(''),
  tags: text('tags').array().notNull().default([]),
  highlights: jsonb('highlights').$type<readonly { title: string; note: string }[]>().notNull().default([]),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
  createdAt: timestamp('created_at').notNull(),
})

export const goodsConfigurations = pgTable('goods_configurations', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  goodId: id('good_id').notNull(),
  cpuCores: smallint('cpu_cores').notNull(),
  memoryGb: smallint('memory_gb').notNull(),
  storageGb: integer('storage_gb').notNull(),
  version: text('version').$type<AndroidVersion>().notNull(),
  imageTypes: smallint('image_types').array().notNull(),
  supplierType: smallint('supplier_type').notNull(),
  isVideoEdition: boolean('is_video_edition').notNull().default(false),
  position: integer('position').notNull().default(0),
  isListed: boolean('is_listed').notNull().default(true),
})

export const billableProducts = pgTable('billable_products', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  configId: id('config_id').notNull(),
  goodTimeHours: integer('good_time_hours').notNull(),
  priceCents: cents('price_cents').notNull(),
  oldPriceCents: cents('old_price_cents'),
  firstPriceCents: cents('first_price_cents'),
  isMetered: boolean('is_metered').notNull().default(false),
  isListed: boolean('is_listed').notNull().default(true),
})

export const priceChanges = pgTable('price_changes', {
  id: id('id').primaryKey().generatedAlwaysAsIdentity(),
  productId: id('product_id').notNull(),
  operatorName: text('operator_name').notNull(),
  validFrom: timestamp('valid_from').notNull(),
  before: jsonb('before').$type<PriceTerms>(),
  after: jsonb('after').$type<PriceTerms>().notNull(),
})

export const productPurchases = pgTable(
  'product_purchases',
  {
    userId: id('user_id').notNull(),
    productId: id('product_id').notNull(),
    purchases: count('purchases').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)

export const zoneStock = pgTable(
  'zone_stock',
  {
    zoneId: id('zone_id').notNull(),
    configId: id('config_id').notNull(),
    capacity: count('capacity').notNull(),
    reserved: count('reserved').notNull().default(0),
    rented: count('rented').notNull().default(0),
    /** Units that leave the stock as soon as they are free; a trigger takes them off the capacity. */
    leaving: count('leaving').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.zoneId, table.configId] })],
)

export const activities = pgTable('activities', {
  id: id('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  kind: text('kind').$type<'discount' | 'seckill'>().notNull(),
  isEnabled: boolean('is_enabled').notNull().default(true),
  startsAt: timestamp('starts_at').notNull(),
  endsAt: timestamp('ends_at').notNull(),
})

export const activityProducts = pgTable(
  'activity_products',
  {
    activityId: id('activity_id').notNull(),
    productId: id('product_id').notNull(),
    priceCents: cents('price_cents').notNull(),
    stockLeft: count('stock_left'),
    stockTotal: count('stock_total'),
    perUserLimit: count('per_user_limit'),
  },
  (table) => [primaryKey({ columns: [table.activityId, table.productId] })],
)

/** A single row, incremented with every change of the catalogue. */
export const catalogueVersion = pgTable('catalogue_version', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  version: version('version').notNull().default(1),
})
