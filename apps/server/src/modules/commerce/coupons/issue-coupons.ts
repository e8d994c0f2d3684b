import { and, asc, count, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { coupons, couponTemplates } from '../../../tables/coupons.ts'
import { users } from '../../../tables/identity.ts'
import type { CouponRow } from './apply-coupon.ts'

type TemplateRow = typeof couponTemplates.$inferSelect

/** Coupons of a template, with its terms as they are now. */
export const insertCoupons = async (
  tx: Tx,
  { id: templateId, name, terms, validDays }: TemplateRow,
  userIds: readonly number[],
  now: Date,
): Promise<CouponRow[]> => {
  if (userIds.length === 0) return []
  const expiresAt = validDays === null ? null : later(now, validDays * DAY_MS)
  return tx
    .insert(coupons)
    .values(userIds.map((userId) => ({ templateId, userId, name, terms, receivedAt: now, expiresAt })))
    .returning()
}

/**
 * One coupon out of what a template has left; who comes for the last one at the same moment waits, and finds none. The
 * template stays locked until the transaction ends, so that nobody takes more than their share at once either.
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

export const countCouponsOf = (tx: Tx, templateId: number, userId: number): Promise<number> =>
  tx.$count(coupons, and(eq(coupons.templateId, templateId), eq(coupons.userId, userId)))

/** One for each of them, as far as the template reaches and each may have another. Returns who got one. */
export const issueToUsers = async (
  tx: Tx,
  template: TemplateRow,
  userIds: readonly number[],
  now: Date,
): Promise<readonly number[]> => {
  const wanted = [...new Set(userIds)]
  const people = await tx
    .select({ id: users.id, owned: count(coupons.id) })
    .from(users)
    .leftJoin(coupons, and(eq(coupons.userId, users.id), eq(coupons.templateId, template.id)))
    .where(and(inArray(users.id, wanted), isNull(users.erasedAt)))
    .groupBy(users.id)
    .orderBy(asc(users.id))
  const takers = people
    .filter(({ owned }) => owned < template.perUserLimit)
    .slice(0, template.leftCount ?? undefined)
    .map(({ id }) => id)
  await insertCoupons(tx, template, takers, now)
  await tx
    .update(couponTemplates)
    .set({ leftCount: sql`${couponTemplates.leftCount} - ${takers.length}` })
    .where(eq(couponTemplates.id, template.id))
  return takers
}

/** Whoever leaves gives up what they could still have used. */
export const invalidateCoupons = async (tx: Tx, userId: number): Promise<void> => {
  await tx
    .update(coupons)
    .set({ state: 'invalid' })
    .where(and(eq(coupons.userId, userId), eq(coupons.state, 'efficient')))
}

/** What everybody who registers gets, in the transaction that makes them. */
export const issueWelcomeCoupons = async (tx: Tx, userId: number, now: Date): Promise<void> => {
  const templates = await tx
    .select()
    .from(couponTemplates)
    .where(and(couponTemplates.isForNewcomers, couponTemplates.isEnabled, isNull(couponTemplates.leftCount)))
    .orderBy(asc(couponTemplates.id))
  for (const template of templates) await insertCoupons(tx, template, [userId], now)
}
