import { BusinessType, OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { gigabytes, SPACE_FREE_BYTES, SPACE_MAXIMUM_GB } from '@yunji/contract/space/limits'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../platform/clock.ts'
import { spaceGrants } from '../../tables/recharge.ts'
import { createDevices } from '../../testing/devices.ts'
import { openShop } from '../../testing/shop.ts'
import { useServer } from '../../testing/use-server.ts'
import { createWalletHarness } from '../../testing/wallet.ts'
import { auditLedger, findWallet } from '../commerce/ledger/index.ts'

const server = await useServer()
const make = createDevices(server)
const wallet = createWalletHarness(server)
const shop = await openShop(server)
let userId = 0
let token = ''
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
  await wallet.fill(userId, 'beans', 1_000_000)
})

interface Plans {
  readonly plans: {
    readonly id: number
    readonly sizeGb: number
    readonly months: number
    readonly priceCents: number
  }[]
  readonly quotaBytes: number
}

const plans = async () => (await server.get('/vmcloud/api/space/getSpacePlans', { token })).data as Plans
const planOf = async (sizeGb: number) => {
  const plan = (await plans()).plans.find((each) => each.sizeGb === sizeGb && each.months === 1)
  if (!plan) throw new Error(`no plan of ${sizeGb} GB`)
  return plan
}
const order = async (sizeGb: number, change: object = {}) => {
  const { id, priceCents } = await planOf(sizeGb)
  return wallet.order('createOrder', token, { businessType: 4, id, quantity: 1, totalCents: priceCents, ...change })
}
const figures = async () => (await server.get('/vmcloud/api/wallet/getAccountFigures', { token })).data

describe('cloud space', () => {
  it('that is bought is there for its months, and what an account has shows on its page', async () => {
    const { orderId, payableCents } = (await order(50)).data as OrderInfo
    expect(await figures()).toMatchObject({ openOrders: 1, spaceQuotaBytes: SPACE_FREE_BYTES, beansCents: 1_000_000 })
    await wallet.pay(token, orderId, PayMethod.beans)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    const quotaBytes = SPACE_FREE_BYTES + gigabytes(50)
    expect(await plans()).toMatchObject({ quotaBytes })
    expect(await figures()).toEqual({
      balanceCents: 0,
      beansCents: 1_000_000 - payableCents,
      usableCoupons: 0,
      spaceQuotaBytes: quotaBytes,
      spaceUsedBytes: 0,
      openOrders: 0,
      unusedCodes: 0,
      monthlySavingPercent: expect.any(Number),
    })
    const [grant] = await server.database.db.select().from(spaceGrants).where(eq(spaceGrants.userId, userId))
    expect((grant?.endsAt.getTime() ?? 0) - server.clock.now().getTime()).toBe(30 * DAY_MS)
  })

  it('is bought with a coupon for it, which is used once, and not with one for devices', async () => {
    const { priceCents } = await planOf(50)
    const forSpace = { businessType: BusinessType.cloudSpace, parValue: 300 }
    const couponId = await shop.issueCoupon(userId, forSpace)
    const other = await shop.issueCoupon(userId, { businessType: BusinessType.cloudMachine, parValue: 300 })
    expect((await order(50, { couponId: other, totalCents: priceCents - 300 })).code).not.toBe(200)
    expect((await order(50, { couponId, totalCents: priceCents })).code).toBe(1023)
    const { orderId, payableCents } = (await order(50, { couponId, totalCents: priceCents - 300 })).data as OrderInfo
    expect(payableCents).toBe(priceCents - 300)
    expect(await shop.couponState(couponId)).toBe('locked')
    await wallet.pay(token, orderId, PayMethod.beans)
    await wallet.ended(token, orderId, OrderStatus.fulfilled)
    expect(await shop.couponState(couponId)).toBe('used')
    expect(await plans()).toMatchObject({ quotaBytes: SPACE_FREE_BYTES + gigabytes(50) })
    expect(await findWallet(server.database.db, userId)).toMatchObject({ beansCents: 1_000_000 - payableCents })
  })

  it.each([
    ['that is no plan', { id: 999_999 }, 1022],
    ['twice at once', { quantity: 2 }, 1014],
    ['at another price', { totalCents: 1 }, 1023],
  ])('%s is refused', async (_name, change, code) => {
    expect((await order(10, change)).code).toBe(code)
  })

  it('beyond what an account may have is refused (1024), and paid back where two were paid for', async () => {
    await wallet.fill(userId, 'balance', 100_000)
    const [first, second] = await Promise.all([order(1024), order(1024)])
    const ids = [first, second].map(({ data }) => (data as OrderInfo).orderId)
    const [filled = 0, late = 0] = ids
    await wallet.pay(token, filled, PayMethod.beans)
    await wallet.ended(token, filled, OrderStatus.fulfilled)
    await server.database.db
      .update(spaceGrants)
      .set({ sizeGb: SPACE_MAXIMUM_GB })
      .where(eq(spaceGrants.orderId, filled))
    expect((await order(10)).code).toBe(1024)
    await wallet.pay(token, late, PayMethod.balance)
    expect(await wallet.ended(token, late, OrderStatus.refunded)).toMatchObject({
      failure: '云空间扩容失败，款项原路退回',
    })
    expect(await findWallet(server.database.db, userId)).toMatchObject({ balanceCents: 100_000 })
    expect(await auditLedger(server.database.db)).toEqual([])
  })
})
