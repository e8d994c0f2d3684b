import { CouponType } from '@yunji/contract/commerce/coupon/enums'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import type { getBeanPacks } from '@yunji/contract/commerce/wallet/calls'
import { CUSTOM_BEANS_MAXIMUM_YUAN, CUSTOM_BEANS_MINIMUM_YUAN } from '@yunji/contract/commerce/wallet/schema'
import type { CallData } from '@yunji/contract/wire/call'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { listCheckoutCoupons } from '../coupons/index.ts'
import { plainLine } from '../purchases/index.ts'
import { hasRecharged, listPacks, updatePackBonus } from './store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

export const listBeanPacks =
  ({ database: { db }, clock, log }: Deps) =>
  async ({ userId }: Caller): Promise<CallData<typeof getBeanPacks>> => {
    const [packs, hasPaid] = await Promise.all([listPacks(db), hasRecharged(db, userId)])
    const custom = packs.find(({ isCustom }) => isCustom)
    const dearest = Math.max(1, ...packs.map(({ beansCents }) => beansCents))
    const checkout = {
      business: BusinessType.cloudBeans,
      lines: [plainLine(custom?.id ?? 0, dearest, 1)],
      isFirstRecharge: !hasPaid,
    }
    const { usable } = await listCheckoutCoupons(db, userId, checkout, { now: clock.now(), log })
    return {
      packs: packs
        .filter(({ isCustom }) => !isCustom)
        .map(({ id, beansCents, bonusCents }) => ({ id, beansCents, bonusCents, priceCents: beansCents })),
      custom: {
        id: custom?.id ?? 0,
        unitCents: custom?.beansCents ?? 0,
        minimumQuantity: CUSTOM_BEANS_MINIMUM_YUAN,
        maximumQuantity: CUSTOM_BEANS_MAXIMUM_YUAN,
      },
      isFirstRecharge: !hasPaid,
      firstRechargeCoupon:
        usable.find(({ coupon }) => coupon.couponType === CouponType.firstRechargeCoupon)?.coupon ?? null,
    }
  }

/** Only the bonus can change: a bean costs a cent. */
export const changePackBonus =
  ({ database: { db } }: Deps) =>
  async (packId: number, bonusCents: number): Promise<null> => {
    if (!(await updatePackBonus(db, packId, bonusCents)))
      throw new AppError('BAD_INPUT', { text: '没有该套餐，或赠送超过了套餐本身' })
    return null
  }
