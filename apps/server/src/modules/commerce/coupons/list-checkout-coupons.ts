import { bestCoupon, type Checkout, couponChoices } from '@yunji/contract/commerce/coupon/choice'
import type { Coupon } from '@yunji/contract/commerce/coupon/schema'
import { rejectionText } from '@yunji/contract/commerce/coupon/verdict'
import type { Logger } from 'pino'
import type { Db, Tx } from '../../../platform/database.ts'
import { factsOf, toCoupons } from './coupon-view.ts'
import { listUnusedCoupons } from './store.ts'

interface CheckoutCoupons {
  /** Best first. */
  readonly usable: { readonly coupon: Coupon; readonly discountCents: number }[]
  readonly unusable: { readonly coupon: Coupon; readonly reason: string }[]
  readonly bestCouponId: number | null
}

/** A user's coupons for a checkout, by the contract's rules. Coupons with unknown terms are unusable and logged. */
export const listCheckoutCoupons = async (
  db: Db | Tx,
  userId: number,
  checkout: Checkout,
  { now, log }: { now: Date; log: Pick<Logger, 'warn'> },
): Promise<CheckoutCoupons> => {
  const rows = await listUnusedCoupons(db, userId)
  const wallet = rows.map((row) => ({ ...row.terms, ...factsOf(row), id: row.id }))
  const choices = couponChoices(wallet, checkout, now.getTime())
  for (const { coupon, rejection } of choices.unusable) {
    if ('value' in rejection) log.warn({ couponId: coupon.id, ...rejection }, 'coupon with unknown terms')
  }
  const shown = new Map((await toCoupons(db, rows, now)).map((coupon) => [coupon.id, coupon]))
  const shownAs = ({ id }: { id: number }): Coupon => {
    const coupon = shown.get(id)
    if (!coupon) throw new Error(`coupon ${id} was chosen and not read`)
    return coupon
  }
  return {
    usable: choices.usable.map(({ coupon, discountCents }) => ({ coupon: shownAs(coupon), discountCents })),
    unusable: choices.unusable.map(({ coupon, rejection }) => ({
      coupon: shownAs(coupon),
      reason: rejectionText(rejection),
    })),
    bestCouponId: bestCoupon(choices)?.id ?? null,
  }
}
