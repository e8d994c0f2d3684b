import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database.ts'
import { coupons, couponTemplates } from '../../../tables/coupons.ts'

export type TemplateRow = typeof couponTemplates.$inferSelect
export type NewTemplate = typeof couponTemplates.$inferInsert

/** Undefined when another template has the exchange code. */
export const insertTemplate = async (db: Db, template: NewTemplate): Promise<TemplateRow | undefined> => {
  const [inserted] = await db.insert(couponTemplates).values(template).onConflictDoNothing().returning()
  return inserted
}

/** Changes of its coupons need not wait: their tallies refer to the template's key alone. */
export const lockEnabledTemplate = async (tx: Tx, templateId: number): Promise<TemplateRow | undefined> => {
  const [template] = await tx
    .select()
    .from(couponTemplates)
    .where(and(eq(couponTemplates.id, templateId), couponTemplates.isEnabled))
    .for('no key update')
  return template
}

export const listEnabledTemplates = (db: Db | Tx, templateIds: readonly number[]): Promise<TemplateRow[]> =>
  db
    .select()
    .from(couponTemplates)
    .where(and(inArray(couponTemplates.id, [...templateIds]), couponTemplates.isEnabled))
    .orderBy(asc(couponTemplates.id))

/** Templates that every new account gets a coupon of, locked: they are withdrawn before this transaction or after it. */
export const listWelcomeTemplates = (tx: Tx): Promise<TemplateRow[]> =>
  tx
    .select()
    .from(couponTemplates)
    .where(and(couponTemplates.isForNewcomers, couponTemplates.isEnabled, isNull(couponTemplates.leftCount)))
    .orderBy(asc(couponTemplates.id))
    .for('share')

/**
 * Takes one coupon of an enabled template; nothing when the code is unknown or none is left. The template stays locked
 * until the transaction ends, so that the limit of a user is counted correctly too.
 */
export const takeFromTemplate = async (tx: Tx, exchangeCode: string): Promise<TemplateRow | undefined> => {
  const [template] = await tx
    .update(couponTemplates)
    .set({ leftCount: sql`${couponTemplates.leftCount} - 1` })
    .where(
      and(
        eq(couponTemplates.exchangeCode, exchangeCode),
        couponTemplates.isEnabled,
        or(isNull(couponTemplates.leftCount), gt(couponTemplates.leftCount, 0)),
      ),
    )
    .returning()
  return template
}

export const subtractLeftCount = async (tx: Tx, templateId: number, quantity: number): Promise<void> => {
  await tx
    .update(couponTemplates)
    .set({ leftCount: sql`${couponTemplates.leftCount} - ${quantity}` })
    .where(eq(couponTemplates.id, templateId))
}

export const isEnabledCode = async (db: Db | Tx, exchangeCode: string): Promise<boolean> => {
  const isIt = and(eq(couponTemplates.exchangeCode, exchangeCode), couponTemplates.isEnabled)
  return (await db.$count(couponTemplates, isIt)) > 0
}

/** Locks the template, so that it is withdrawn before this transaction or after it. */
export const isTemplateWithdrawn = async (tx: Tx, templateId: number): Promise<boolean> => {
  const [row] = await tx
    .select({ withdrawnAt: couponTemplates.withdrawnAt })
    .from(couponTemplates)
    .where(eq(couponTemplates.id, templateId))
    .for('share')
  return (row?.withdrawnAt ?? null) !== null
}

const issuedCount = sql<number>`(select coalesce(sum(change), 0) from coupon_tallies
  where template_id = coupon_templates.id)`.mapWith(Number)

/** Issued and left coupons of a template; null without a total. Claims do not change it. */
export const totalCount = sql<number | null>`${couponTemplates.leftCount} + ${issuedCount}`.mapWith(Number)

/** State of a template for the audit log, and what a change of its limits is based on. */
export const readTemplateState = async (tx: Tx, templateId: number) => {
  const { isEnabled, leftCount, perUserLimit, validDays, isForNewcomers } = couponTemplates
  const [row] = await tx
    .select({ isEnabled, totalCount, leftCount, perUserLimit, validDays, isForNewcomers })
    .from(couponTemplates)
    .where(eq(couponTemplates.id, templateId))
  return row
}

/** Exact while the template is locked: whoever issues a coupon locks it. */
export const countIssued = async (tx: Tx, templateId: number): Promise<number> => {
  const [row] = await tx.select({ issuedCount }).from(couponTemplates).where(eq(couponTemplates.id, templateId))
  return row?.issuedCount ?? 0
}

export type TemplateLimits = Pick<TemplateRow, 'leftCount' | 'perUserLimit' | 'validDays' | 'isForNewcomers'>

export const updateLimits = async (tx: Tx, templateId: number, limits: TemplateLimits): Promise<void> => {
  await tx.update(couponTemplates).set(limits).where(eq(couponTemplates.id, templateId))
}

/** Undefined when there is no such template. `withdrawnAt`: its coupons become invalid too. */
export const disableTemplate = async (
  tx: Tx,
  templateId: number,
  withdrawn?: Pick<TemplateRow, 'withdrawnAt'>,
): Promise<TemplateRow | undefined> => {
  const [template] = await tx
    .update(couponTemplates)
    .set({ isEnabled: false, ...withdrawn })
    .where(eq(couponTemplates.id, templateId))
    .returning()
  return template
}

export const findWithdrawnAt = async (db: Db, templateId: number): Promise<Date | null> => {
  const { withdrawnAt } = couponTemplates
  const [row] = await db.select({ withdrawnAt }).from(couponTemplates).where(eq(couponTemplates.id, templateId))
  return row?.withdrawnAt ?? null
}

/** Owner of each coupon of a template, in the order of the index: as often as they have some. */
export const listHolders = async (
  db: Db | Tx,
  templateId: number,
  after: number,
  limit: number,
): Promise<readonly number[]> => {
  const rows = await db
    .select({ userId: coupons.userId })
    .from(coupons)
    .where(and(eq(coupons.templateId, templateId), gt(coupons.userId, after)))
    .orderBy(asc(coupons.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Invalidates the unused coupons of people, of a template to which none are added, and returns how many they were. */
export const invalidateCouponsOf = async (tx: Tx, templateId: number, userIds: readonly number[]): Promise<number> => {
  const isUnused = and(eq(coupons.templateId, templateId), eq(coupons.state, 'efficient'))
  const { rowCount } = await tx
    .update(coupons)
    .set({ state: 'invalid' })
    .where(and(isUnused, sql`${coupons.userId} = any(${sql.param([...userIds])}::bigint[])`))
  return rowCount ?? 0
}
