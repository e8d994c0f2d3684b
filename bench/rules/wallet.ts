import type { GoodsTerms } from '@yunji/contract/commerce/commodity/terms'
import type { Checkout, WalletCoupon } from '@yunji/contract/commerce/coupon/choice'
import { CouponStatus, CouponType } from '@yunji/contract/commerce/coupon/enums'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { createRandom } from '@yunji/testkit/random'

const random = createRandom(20_261_115)
const MODELS = [11, 12, 13, 14, 15]
const VERSIONS = [21, 22, 23]
const HOURS = [24, 168, 720, 2160]

const goods = (id: number): GoodsTerms => ({
  goodId: random.pick(MODELS),
  configId: random.pick(VERSIONS),
  id,
  goodTime: random.pick(HOURS),
  goodPrice: random.integer(1000, 9000),
  oldGoodPrice: 10_000,
  firstCount: 1,
  activityId: random.pick([null, 7]),
  firstPurchase: false,
})

export const checkoutOf = (lines: number): Checkout => ({
  business: BusinessType.cloudMachine,
  lines: Array.from({ length: lines }, (_, index) => ({ goods: goods(index + 1), quantity: random.integer(1, 5) })),
  isFirstRecharge: false,
})

/** Half of the coupons list every scope, so that each line is compared with all of them; most apply. */
const scopes = (): Partial<WalletCoupon> =>
  random.pick<Partial<WalletCoupon>>([
    { scopeApplication: 1 },
    { scopeApplication: 2, applicableObjects: MODELS.join() },
    {
      scopeApplications: '1,2,3,5,6',
      rules: [
        { type: 2, objectData: MODELS.join() },
        { type: 3, objectData: VERSIONS.join() },
        { type: 5, objectData: HOURS.join() },
        { type: 6, objectData: '10' },
      ],
    },
    {
      scopeApplications: '2,6',
      rules: [MODELS.join(), '10'].map((objectData, at) => ({ type: 2 + 4 * at, objectData })),
    },
  ])

export const walletOf = (coupons: number): readonly WalletCoupon[] =>
  Array.from({ length: coupons }, (_, index) => ({
    id: index + 1,
    couponType: random.pick(Object.values(CouponType)),
    parValue: random.integer(1, 99),
    conditionsUse: random.integer(0, 100_000),
    businessType: BusinessType.cloudMachine,
    effectiveScope: random.pick(['', '1', '2,3', '2,3,4']),
    usable: random.pick([null, 'true', 'false']),
    status: CouponStatus.efficient,
    lockedByOrderId: null,
    receivedAt: 0,
    expiresAt: random.integer(1_000, 9_000),
    ...scopes(),
  }))
