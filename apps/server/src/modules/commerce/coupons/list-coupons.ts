import type { getCouponList as listCall, getCouponUsage as usageCall } from '@yunji/contract/commerce/coupon/calls'
import type { CouponType } from '@yunji/contract/commerce/coupon/enums'
import type { CallArguments, CallData } from '@yunji/contract/wire/call'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { pageOf } from '../../../platform/paging.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { toCoupons } from './coupon-view.ts'
import { countByStatus, listCoupons, listUsedCoupons } from './store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
}

export const getCouponList =
  ({ database: { db }, clock }: Deps) =>
  async ({ userId }: Caller, query: CallArguments<typeof listCall>): Promise<CallData<typeof listCall>> => {
    const now = clock.now()
    const [[found, total], counts] = await Promise.all([
      listCoupons(db, userId, query, now),
      countByStatus(db, userId, now),
    ])
    return { ...pageOf(await toCoupons(db, found, now), query.page, query.rows, total), counts }
  }

export const getCouponUsage =
  ({ database: { db } }: Deps) =>
  async ({ userId }: Caller, query: CallArguments<typeof usageCall>): Promise<CallData<typeof usageCall>> => {
    const [found, total] = await listUsedCoupons(db, userId, query)
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
    return pageOf(records, query.page, query.rows, total)
  }
