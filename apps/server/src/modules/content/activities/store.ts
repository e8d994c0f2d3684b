import type { ActivityHead } from '@yunji/contract/content/activity/schema'
import type { DocumentContent } from '@yunji/contract/content/document'
import { and, asc, desc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import {
  activities,
  activityProducts,
  billableProducts,
  goods,
  goodsConfigurations,
} from '../../../tables/catalogue.ts'
import { activityCoupons, activityPages } from '../../../tables/content.ts'
import { couponTemplates } from '../../../tables/coupons.ts'

export type ActivityRow = typeof activities.$inferSelect

/** Enabled activities that have not ended and begin by `until`, the earliest end first. */
export const listCurrent = (db: Db, now: Date, until: Date, limit: number): Promise<ActivityRow[]> =>
  db
    .select()
    .from(activities)
    .where(and(activities.isEnabled, gt(activities.endsAt, now), lte(activities.startsAt, until)))
    .orderBy(asc(activities.startsAt), asc(activities.endsAt), asc(activities.id))
    .limit(limit)

export const findEnabled = async (db: Db | Tx, activityId: number): Promise<ActivityRow | undefined> => {
  const [activity] = await db
    .select()
    .from(activities)
    .where(and(eq(activities.id, activityId), activities.isEnabled))
  return activity
}

export const findContent = async (db: Db, activityId: number): Promise<DocumentContent> => {
  const [page] = await db
    .select({ content: activityPages.content })
    .from(activityPages)
    .where(eq(activityPages.activityId, activityId))
  return page?.content ?? []
}

export const listProducts = (db: Db | Tx, activityId: number) =>
  db
    .select()
    .from(activityProducts)
    .where(eq(activityProducts.activityId, activityId))
    .orderBy(asc(activityProducts.priceCents), asc(activityProducts.productId))

export const listTemplateIds = async (db: Db | Tx, activityId: number): Promise<number[]> => {
  const rows = await db
    .select({ templateId: activityCoupons.templateId })
    .from(activityCoupons)
    .where(eq(activityCoupons.activityId, activityId))
  return rows.map(({ templateId }) => templateId)
}

export const countTemplates = (tx: Tx, templateIds: readonly number[]): Promise<number> =>
  tx.$count(couponTemplates, inArray(couponTemplates.id, [...templateIds]))

export const insertActivity = async (tx: Tx, values: typeof activities.$inferInsert): Promise<number> => {
  const [inserted] = await tx.insert(activities).values(values).returning({ id: activities.id })
  if (!inserted) throw new Error('an activity was not written')
  return inserted.id
}

export const insertProducts = async (
  tx: Tx,
  rows: readonly (typeof activityProducts.$inferInsert)[],
): Promise<void> => {
  if (rows.length > 0) await tx.insert(activityProducts).values([...rows])
}

/** False when there is no such activity. */
export interface PageText {
  readonly markdown: string
  readonly content: DocumentContent
  readonly templateIds: readonly number[]
}

export const savePage = async (
  tx: Tx,
  activityId: number,
  { markdown, content, templateIds }: PageText,
  updatedAt: Date,
): Promise<void> => {
  const text = { markdown, content, updatedAt }
  await tx
    .insert(activityPages)
    .values({ activityId, ...text })
    .onConflictDoUpdate({ target: activityPages.activityId, set: text })
  await tx.delete(activityCoupons).where(eq(activityCoupons.activityId, activityId))
  const rows = [...new Set(templateIds)].map((templateId) => ({ activityId, templateId }))
  if (rows.length > 0) await tx.insert(activityCoupons).values(rows)
}

/** State of an activity's page for the audit log. */
export const findPage = async (tx: Tx, activityId: number) => {
  const [found] = await tx
    .select({ isEnabled: activities.isEnabled, markdown: activityPages.markdown })
    .from(activities)
    .leftJoin(activityPages, eq(activityPages.activityId, activities.id))
    .where(eq(activities.id, activityId))
  return found && { ...found, templateIds: await listTemplateIds(tx, activityId) }
}

/** Times, switch and products of an activity for the audit log, as `setActivity` takes them. */
export const findTerms = async (tx: Tx, activityId: number) => {
  const [found] = await tx.select().from(activities).where(eq(activities.id, activityId))
  if (!found) return undefined
  const products = (await listProducts(tx, activityId)).map(({ productId, priceCents, stockTotal, perUserLimit }) => ({
    productId,
    priceCents,
    ...(stockTotal !== null && { stock: stockTotal }),
    ...(perUserLimit !== null && { perUserLimit }),
  }))
  return { ...found, startsAt: found.startsAt.getTime(), endsAt: found.endsAt.getTime(), products }
}

/** Locks an activity and its items: whoever buys one waits, or is waited for. */
export const lockActivity = async (tx: Tx, activityId: number): Promise<ActivityRow | undefined> => {
  const [activity] = await tx.select().from(activities).where(eq(activities.id, activityId)).for('no key update')
  await tx
    .select({ productId: activityProducts.productId })
    .from(activityProducts)
    .where(eq(activityProducts.activityId, activityId))
    .orderBy(asc(activityProducts.productId))
    .for('update')
  return activity
}

export const updateActivity = async (tx: Tx, activityId: number, values: Partial<ActivityRow>): Promise<void> => {
  await tx.update(activities).set(values).where(eq(activities.id, activityId))
}

export const replaceProducts = async (
  tx: Tx,
  activityId: number,
  rows: readonly (typeof activityProducts.$inferInsert)[],
): Promise<void> => {
  await tx.delete(activityProducts).where(eq(activityProducts.activityId, activityId))
  await insertProducts(tx, rows)
}

/** Products of these activities with their names and regular prices. */
export const listProductsOf = (db: Db | Tx, activityIds: readonly number[]) =>
  db
    .select({
      activityId: activityProducts.activityId,
      productId: activityProducts.productId,
      goodsName: goods.name,
      goodTime: billableProducts.goodTimeHours,
      regularCents: billableProducts.priceCents,
      priceCents: activityProducts.priceCents,
      stockLeft: activityProducts.stockLeft,
      stockTotal: activityProducts.stockTotal,
      perUserLimit: activityProducts.perUserLimit,
    })
    .from(activityProducts)
    .innerJoin(billableProducts, eq(billableProducts.id, activityProducts.productId))
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(activityProducts.activityId, [...activityIds]))
    .orderBy(asc(activityProducts.priceCents), asc(activityProducts.productId))

export interface PagesQuery {
  readonly page: number
  readonly rows: number
  readonly kind?: ActivityRow['kind'] | undefined
  readonly state?: ActivityHead['state'] | undefined
  readonly status?: '0' | '1' | undefined
}

const isInState = (state: PagesQuery['state'], now: Date): SQL | undefined => {
  if (state === 'upcoming') return gt(activities.startsAt, now)
  if (state === 'running') return and(lte(activities.startsAt, now), gt(activities.endsAt, now))
  return state && lte(activities.endsAt, now)
}

export const listPages = async (db: Db, { page, rows, kind, state, status }: PagesQuery, now: Date) => {
  const isChosen = and(
    kind && eq(activities.kind, kind),
    isInState(state, now),
    status && eq(activities.isEnabled, status === '1'),
  )
  const found = await db
    .select({ activity: activities, markdown: activityPages.markdown })
    .from(activities)
    .leftJoin(activityPages, eq(activityPages.activityId, activities.id))
    .where(isChosen)
    .orderBy(desc(activities.startsAt), desc(activities.id))
    .limit(rows)
    .offset((page - 1) * rows)
  return { found, total: await db.$count(activities, isChosen) }
}
