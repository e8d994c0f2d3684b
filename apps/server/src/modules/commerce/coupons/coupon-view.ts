import { CouponStatus, CouponView } from '@yunji/contract/commerce/coupon/enums'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import type { CouponTerms } from '@yunji/contract/commerce/coupon/scope'
import { type CouponFacts, couponStateAt, isInCouponView } from '@yunji/contract/commerce/coupon/state'
import { readUsable } from '@yunji/contract/commerce/coupon/verdict'
import type { Db, Tx } from '../../../platform/database.ts'
import { couponTexts } from './coupon-texts.ts'
import { readGoodsNames } from './goods-names.ts'
import type { CouponRow } from './store.ts'

/** Input of the contract's rules. */
export const factsOf = ({ state, orderId, receivedAt, expiresAt }: CouponRow): CouponFacts => ({
  status: state === 'locked' ? CouponStatus.efficient : CouponStatus[state],
  lockedByOrderId: state === 'locked' ? orderId : null,
  receivedAt: receivedAt.getTime(),
  expiresAt: expiresAt?.getTime() ?? null,
})

/** Coupons as their owner sees them; expiry follows from `now`, no job writes it. */
export const toCoupons = async (db: Db | Tx, rows: readonly CouponRow[], now: Date): Promise<Coupon[]> => {
  const names = await readGoodsNames(
    db,
    rows.map(({ terms }) => terms),
  )
  return rows.map((row) => {
    const facts = factsOf(row)
    const at = now.getTime()
    return {
      id: row.id,
      name: row.name,
      ...termsOf(row.terms),
      ...couponStateAt(facts, at),
      isNewArrival: isInCouponView(facts, CouponView.newArrival, at),
      isExpiringSoon: isInCouponView(facts, CouponView.expiringSoon, at),
      receivedAt: facts.receivedAt,
      expiresAt: facts.expiresAt,
      usedAt: row.usedAt?.getTime() ?? null,
      orderId: row.orderId,
      ...couponTexts(row.terms, names),
    }
  })
}

/** Stored terms have the wire's values only: the operator's call validates them. */
const termsOf = (terms: CouponTerms) => ({
  couponType: terms.couponType,
  parValue: terms.parValue,
  conditionsUse: terms.conditionsUse,
  businessType: terms.businessType,
  scopeApplications: terms.scopeApplications ?? null,
  rules: [...(terms.rules ?? [])],
  scopeApplication: terms.scopeApplication ?? null,
  applicableObjects: terms.applicableObjects ?? null,
  effectiveScope: terms.effectiveScope ?? null,
  usable: readUsable(terms.usable) ?? null,
})
