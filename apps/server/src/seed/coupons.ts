import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { CouponScope, CouponType, EffectiveScope } from '@yunji/contract/commerce/coupon/enums'
import type { CouponTerms } from '@yunji/contract/commerce/coupon/scope'
import { BusinessType } from '@yunji/contract/commerce/order/enums'
import { asc, eq } from 'drizzle-orm'
import { type Clock, DAY_MS, later } from '../platform/clock.ts'
import type { Db, Tx } from '../platform/database.ts'
import { goods } from '../tables/catalogue.ts'
import { coupons, couponTemplates } from '../tables/coupons.ts'
import { users } from '../tables/identity.ts'
import { demoAccount, lockSeeds } from './demo.ts'

interface DemoCoupon {
  readonly name: string
  readonly terms: CouponTerms
  readonly validDays: number
  readonly template?: Partial<typeof couponTemplates.$inferInsert>
  /** Age and state in the demo account's wallet. */
  readonly wallet?: { readonly ageDays: number; readonly state?: 'efficient' | 'invalid' }
}

const { fullVolumeReduction, noThresholdRoll, discountCoupon, firstRechargeCoupon } = CouponType
const anywhere = { scopeApplication: CouponScope.fullBusiness, conditionsUse: 0 }
const MONTH_HOURS = 720

/** A realistic set: usable coupons, and one for each reason of rejection. */
const demoCoupons = (flagshipId: number): readonly DemoCoupon[] => [
  {
    name: '周年满减券',
    terms: { ...anywhere, couponType: fullVolumeReduction, parValue: 2000, conditionsUse: 10_000, businessType: 1 },
    validDays: 60,
    wallet: { ageDays: 1 },
  },
  {
    name: '旗舰专享折扣',
    terms: {
      ...anywhere,
      couponType: discountCoupon,
      parValue: 85,
      businessType: BusinessType.cloudMachine,
      scopeApplications: `${CouponScope.productModel},${CouponScope.productDuration}`,
      rules: [
        { type: CouponScope.productModel, objectData: String(flagshipId) },
        { type: CouponScope.productDuration, objectData: `${MONTH_HOURS},${3 * MONTH_HOURS}` },
      ],
    },
    validDays: 30,
    wallet: { ageDays: 7 },
  },
  {
    name: '新人无门槛券',
    terms: { ...anywhere, couponType: noThresholdRoll, parValue: 500, businessType: BusinessType.cloudMachine },
    validDays: 7,
    template: { isForNewcomers: true },
    wallet: { ageDays: 6 },
  },
  {
    name: '云豆首充券',
    terms: { ...anywhere, couponType: firstRechargeCoupon, parValue: 1000, businessType: BusinessType.cloudBeans },
    validDays: 30,
    template: { isForNewcomers: true },
    wallet: { ageDays: 4 },
  },
  {
    name: '云空间满减券',
    terms: { ...anywhere, couponType: fullVolumeReduction, parValue: 800, conditionsUse: 5000, businessType: 4 },
    validDays: 45,
    wallet: { ageDays: 10 },
  },
  {
    name: '升级立减券',
    terms: { ...anywhere, couponType: noThresholdRoll, parValue: 600, businessType: BusinessType.cloudMachineUpgrade },
    validDays: 30,
    wallet: { ageDays: 2 },
  },
  {
    name: '活动加赠券',
    terms: {
      ...anywhere,
      couponType: noThresholdRoll,
      parValue: 300,
      businessType: BusinessType.cloudMachine,
      effectiveScope: String(EffectiveScope.activity),
    },
    validDays: 30,
    wallet: { ageDays: 5 },
  },
  {
    name: '夏日无门槛券',
    terms: { ...anywhere, couponType: noThresholdRoll, parValue: 200, businessType: BusinessType.cloudMachine },
    validDays: 15,
    wallet: { ageDays: 40 },
  },
  {
    name: '内测体验券',
    terms: { ...anywhere, couponType: discountCoupon, parValue: 50, businessType: BusinessType.cloudMachine },
    validDays: 90,
    template: { isEnabled: false },
    wallet: { ageDays: 30, state: 'invalid' },
  },
  {
    name: '兑换码专享券',
    terms: { ...anywhere, couponType: noThresholdRoll, parValue: 300, businessType: BusinessType.cloudMachine },
    validDays: 30,
    template: { exchangeCode: 'YUNJI2026', leftCount: 10_000 },
  },
]

/** Idempotent: existing rows stay. */
export const seedCoupons = (db: Db, clock: Clock): Promise<void> =>
  db.transaction(async (tx) => {
    await lockSeeds(tx)
    if ((await tx.$count(couponTemplates)) > 0) return
    const [flagship] = await tx
      .select({ id: goods.id })
      .from(goods)
      .where(eq(goods.goodsLevel, GoodsLevel.flagship))
      .orderBy(asc(goods.id))
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.mobilePhone, demoAccount.mobilePhone))
    for (const each of demoCoupons(flagship?.id ?? 0)) await addCoupon(tx, each, owner?.id, clock.now())
  })

const addCoupon = async (
  tx: Tx,
  { name, terms, validDays, template, wallet }: DemoCoupon,
  userId: number | undefined,
  now: Date,
): Promise<void> => {
  const [made] = await tx
    .insert(couponTemplates)
    .values({ name, terms, validDays, createdAt: now, ...template })
    .returning()
  if (!made || !wallet || userId === undefined) return
  const receivedAt = later(now, -wallet.ageDays * DAY_MS)
  await tx.insert(coupons).values({
    templateId: made.id,
    userId,
    name,
    terms,
    state: wallet.state ?? 'efficient',
    receivedAt,
    expiresAt: later(receivedAt, validDays * DAY_MS),
  })
}
