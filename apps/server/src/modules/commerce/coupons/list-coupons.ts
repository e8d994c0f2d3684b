import type { getCouponList as listCall, getCouponUsage as usageCall } from '@yunji/contract/commerce/coupon/calls'
import {
  COUPON_EXPIRING_SOON_MS,
  COUPON_NEW_ARRIVAL_MS,
  CouponStatus,
  type CouponType,
  CouponView,
} from '@yunji/contract/commerce/coupon/enums'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Clock, later } from '../../../platform/clock.ts'
import type { Database, Db, Tx } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { coupons } from '../../../tables/coupons.ts'
import { orders } from '../../../tables/orders.ts'
import { toCoupons } from './coupon-view.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

/** The states of the contract, query of the database: what has expired says the clock. */
const hasStatus = (status: CouponStatus, now: Date): SQL | undefined => {
  const isOver = and(eq(coupons.state, 'efficient'), lte(coupons.expiresAt, now))
  switch (status) {
    case CouponStatus.efficient:
      return or(
        eq(coupons.state, 'locked'),
        and(eq(coupons.state, 'efficient'), or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now))),
      )
    case CouponStatus.used:
      return eq(coupons.state, 'used')
    case CouponStatus.expired:
      return or(eq(coupons.state, 'expired'), isOver)
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

const matchesQuery = (
  { status, couponType }: Pick<CallArguments<typeof listCall>, 'status' | 'couponType'>,
  now: Date,
) => {
  if (couponType === undefined) return hasStatus(status, now)
  if (isView(couponType)) return isInView(couponType, now)
  return and(hasStatus(status, now), eq(sql`(${coupons.terms} ->> 'couponType')::int`, couponType))
}

export const getCouponList =
  ({ database: { db }, clock }: Deps) =>
  async (
    { userId }: Caller,
    { page, rows, ...query }: CallArguments<typeof listCall>,
  ): Promise<CallData<typeof listCall>> => {
    const now = clock.now()
    const isListed = and(eq(coupons.userId, userId), matchesQuery(query, now))
    const [found, total, counts] = await Promise.all([
      db
        .select()
        .from(coupons)
        .where(isListed)
        .orderBy(desc(coupons.receivedAt), desc(coupons.id))
        .limit(rows)
        .offset((page - 1) * rows),
      db.$count(coupons, isListed),
      countByStatus(db, userId, now),
    ])
    return { ...pageOf(await toCoupons(db, found, now), page, rows, total), counts }
  }

const countByStatus = async (db: Db, userId: number, now: Date) => {
  const count = (status: CouponStatus) => sql`count(*) filter (where ${hasStatus(status, now)})`.mapWith(Number)
  const [counts] = await db
    .select({
      efficient: count(CouponStatus.efficient),
      used: count(CouponStatus.used),
      expired: count(CouponStatus.expired),
      invalid: count(CouponStatus.invalid),
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

export const getCouponUsage =
  ({ database: { db } }: Deps) =>
  async ({ userId }: Caller, { page, rows }: CallArguments<typeof usageCall>): Promise<CallData<typeof usageCall>> => {
    const isUsed = and(eq(coupons.userId, userId), eq(coupons.state, 'used'))
    const [found, total] = await Promise.all([
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
    const records = found.map(({ coupon, order }) => ({
      couponId: coupon.id,
      name: coupon.name,
      couponType: coupon.terms.couponType as CouponType,
      parValue: coupon.terms.parValue,
      discountCents: order.couponCents,
      orderId: order.id,
      orderTitle: order.title,
      usedAt: coupon.usedAt?.getTime() ?? 0,
    }))
    return pageOf(records, page, rows, total)
  }
