import {
  COUPON_EXPIRING_SOON_MS,
  COUPON_NEW_ARRIVAL_MS,
  CouponStatus,
  type CouponType,
  CouponView,
} from '@yunji/contract/commerce/coupon/enums'
import { and, asc, count, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { later } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { billableProducts, goods, goodsConfigurations } from '../../../tables/catalogue.ts'
import { coupons, couponTemplates, exchangeFailures } from '../../../tables/coupons.ts'
import { users } from '../../../tables/identity.ts'
import { orders } from '../../../tables/orders.ts'

export type CouponRow = typeof coupons.$inferSelect

interface Page {
  readonly page: number
  readonly rows: number
}

const isUnexpired = (now: Date) => or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now))

/** False from the moment that its template was withdrawn; its coupons become invalid one after the other. */
const isNotWithdrawn = sql`not exists (
  select from ${couponTemplates} where ${couponTemplates.id} = ${coupons.templateId} and ${couponTemplates.withdrawnAt} is not null
)`

/** The contract's states as conditions; expiry follows from the clock, no job writes it. */
const hasStatus = (status: CouponStatus, now: Date): SQL | undefined => {
  switch (status) {
    case CouponStatus.efficient:
      return or(eq(coupons.state, 'locked'), and(eq(coupons.state, 'efficient'), isUnexpired(now), isNotWithdrawn))
    case CouponStatus.used:
      return eq(coupons.state, 'used')
    case CouponStatus.expired:
      return or(eq(coupons.state, 'expired'), and(eq(coupons.state, 'efficient'), lte(coupons.expiresAt, now)))
    case CouponStatus.invalid:
      return eq(coupons.state, 'invalid')
  }
}

const isInView = (view: CouponView, now: Date): SQL | undefined => {
  switch (view) {
    case CouponView.newArrival:
      return and(hasStatus(CouponStatus.efficient, now), gt(coupons.receivedAt, later(now, -COUPON_NEW_ARRIVAL_MS)))
    case CouponView.expiringSoon:
      return and(hasStatus(CouponStatus.efficient, now), lte(coupons.expiresAt, later(now, COUPON_EXPIRING_SOON_MS)))
    case CouponView.used:
      return hasStatus(CouponStatus.used, now)
    case CouponView.expired:
      return hasStatus(CouponStatus.expired, now)
  }
}

const isView = (type: CouponType | CouponView): type is CouponView => type < 0

interface CouponFilter {
  readonly status: CouponStatus
  readonly couponType?: CouponType | CouponView | undefined
}

const matches = ({ status, couponType }: CouponFilter, now: Date) => {
  if (couponType === undefined) return hasStatus(status, now)
  if (isView(couponType)) return isInView(couponType, now)
  return and(hasStatus(status, now), eq(sql`(${coupons.terms} ->> 'couponType')::int`, couponType))
}

/** One page of a user's coupons, newest first, and the number of all of them. */
export const listCoupons = (
  db: Db,
  userId: number,
  { page, rows, ...filter }: CouponFilter & Page,
  now: Date,
): Promise<[CouponRow[], number]> => {
  const isListed = and(eq(coupons.userId, userId), matches(filter, now))
  return Promise.all([
    db
      .select()
      .from(coupons)
      .where(isListed)
      .orderBy(desc(coupons.receivedAt), desc(coupons.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(coupons, isListed),
  ])
}

export const countByStatus = async (db: Db, userId: number, now: Date) => {
  const countOf = (status: CouponStatus) => sql`count(*) filter (where ${hasStatus(status, now)})`.mapWith(Number)
  const [counts] = await db
    .select({
      efficient: countOf(CouponStatus.efficient),
      used: countOf(CouponStatus.used),
      expired: countOf(CouponStatus.expired),
      invalid: countOf(CouponStatus.invalid),
    })
    .from(coupons)
    .where(eq(coupons.userId, userId))
  return counts ?? { efficient: 0, used: 0, expired: 0, invalid: 0 }
}

export const countUsableCoupons = (db: Db | Tx, userId: number, now: Date): Promise<number> =>
  db.$count(
    coupons,
    and(
      eq(coupons.userId, userId),
      inArray(coupons.state, ['efficient', 'locked']),
      hasStatus(CouponStatus.efficient, now),
    ),
  )

/** One page of a user's used coupons with their orders, and the number of all of them. */
export const listUsedCoupons = (db: Db, userId: number, { page, rows }: Page) => {
  const isUsed = and(eq(coupons.userId, userId), eq(coupons.state, 'used'))
  return Promise.all([
    db
      .select({ coupon: coupons, order: orders })
      .from(coupons)
      .innerJoin(orders, eq(orders.id, coupons.orderId))
      .where(isUsed)
      .orderBy(desc(coupons.usedAt), desc(coupons.id))
      .limit(rows)
      .offset((page - 1) * rows),
    db.$count(coupons, isUsed),
  ])
}

/** Coupons that no order holds or has used and that were not withdrawn, expired ones too. */
export const listUnusedCoupons = (db: Db | Tx, userId: number): Promise<CouponRow[]> =>
  db
    .select()
    .from(coupons)
    .where(and(eq(coupons.userId, userId), eq(coupons.state, 'efficient'), isNotWithdrawn))
    .orderBy(asc(coupons.id))

/** Locks a user's usable coupon; nothing when it is absent, another user's, used, expired or withdrawn. */
export const lockUsableCoupon = async (
  tx: Tx,
  userId: number,
  couponId: number,
  now: Date,
): Promise<CouponRow | undefined> => {
  const [coupon] = await tx
    .select()
    .from(coupons)
    .where(
      and(
        eq(coupons.id, couponId),
        eq(coupons.userId, userId),
        eq(coupons.state, 'efficient'),
        isUnexpired(now),
        isNotWithdrawn,
      ),
    )
    .for('update')
  return coupon
}

export const lockCouponOfOrder = async (tx: Tx, orderId: number): Promise<CouponRow | undefined> => {
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.orderId, orderId)).for('update')
  return coupon
}

export const findCouponType = async (tx: Tx, couponId: number): Promise<number | undefined> => {
  const [coupon] = await tx.select({ terms: coupons.terms }).from(coupons).where(eq(coupons.id, couponId))
  return coupon?.terms.couponType
}

/** Holds a coupon for a pending order: it does not expire meanwhile. */
export const reserveCoupon = async (tx: Tx, couponId: number, orderId: number): Promise<void> => {
  await tx.update(coupons).set({ state: 'locked', orderId }).where(eq(coupons.id, couponId))
}

/** Marks the coupon of an order that is paid. */
export const markCouponUsed = async (tx: Tx, orderId: number, now: Date): Promise<void> => {
  await tx
    .update(coupons)
    .set({ state: 'used', usedAt: now })
    .where(and(eq(coupons.orderId, orderId), eq(coupons.state, 'locked')))
}

export const updateReturnedCoupon = async (
  tx: Tx,
  couponId: number,
  returned: Pick<CouponRow, 'state' | 'expiresAt'>,
): Promise<void> => {
  await tx
    .update(coupons)
    .set({ ...returned, orderId: null, usedAt: null })
    .where(eq(coupons.id, couponId))
}

/** Invalidates the unused coupons of a user whose account is deleted. */
export const invalidateCoupons = async (tx: Tx, userId: number): Promise<void> => {
  await tx
    .update(coupons)
    .set({ state: 'invalid' })
    .where(and(eq(coupons.userId, userId), eq(coupons.state, 'efficient')))
}

export const insertCoupons = (tx: Tx, rows: readonly (typeof coupons.$inferInsert)[]): Promise<CouponRow[]> =>
  tx
    .insert(coupons)
    .values([...rows])
    .returning()

export const countCouponsOf = (tx: Db | Tx, templateId: number, userId: number): Promise<number> =>
  tx.$count(coupons, and(eq(coupons.templateId, templateId), eq(coupons.userId, userId)))

/** Those of the users whose account exists, by id, with the number of coupons of the template that each has had. */
export const listRecipients = (tx: Tx, templateId: number, userIds: readonly number[]) =>
  tx
    .select({ id: users.id, owned: count(coupons.id) })
    .from(users)
    .leftJoin(coupons, and(eq(coupons.userId, users.id), eq(coupons.templateId, templateId)))
    .where(and(inArray(users.id, [...userIds]), isNull(users.erasedAt)))
    .groupBy(users.id)
    .orderBy(asc(users.id))

interface Attempt {
  readonly userId: number
  readonly day: string
}

/** False when the user has no attempt left for the day. */
export const countAttempt = async (db: Db, attempt: Attempt, maxFailures: number): Promise<boolean> => {
  const counted = await db
    .insert(exchangeFailures)
    .values({ ...attempt, failures: 1 })
    .onConflictDoUpdate({
      target: [exchangeFailures.userId, exchangeFailures.day],
      set: { failures: sql`${exchangeFailures.failures} + 1` },
      setWhere: lt(exchangeFailures.failures, maxFailures),
    })
    .returning({ failures: exchangeFailures.failures })
  return counted.length > 0
}

export const uncountAttempt = async (db: Db, { userId, day }: Attempt): Promise<void> => {
  await db
    .update(exchangeFailures)
    .set({ failures: sql`${exchangeFailures.failures} - 1` })
    .where(and(eq(exchangeFailures.userId, userId), eq(exchangeFailures.day, day), gt(exchangeFailures.failures, 0)))
}

export const listGoodsNames = (db: Db | Tx, ids: readonly number[]) =>
  db
    .select({ id: goods.id, name: goods.name })
    .from(goods)
    .where(inArray(goods.id, [...ids]))

export const listConfigurationNames = (db: Db | Tx, ids: readonly number[]) =>
  db
    .select({ id: goodsConfigurations.id, name: goods.name, memoryGb: goodsConfigurations.memoryGb })
    .from(goodsConfigurations)
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(goodsConfigurations.id, [...ids]))

export const listProductNames = (db: Db | Tx, ids: readonly number[]) =>
  db
    .select({ id: billableProducts.id, name: goods.name, hours: billableProducts.goodTimeHours })
    .from(billableProducts)
    .innerJoin(goodsConfigurations, eq(goodsConfigurations.id, billableProducts.configId))
    .innerJoin(goods, eq(goods.id, goodsConfigurations.goodId))
    .where(inArray(billableProducts.id, [...ids]))
