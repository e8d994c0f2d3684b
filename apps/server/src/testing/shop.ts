import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { CouponTerms } from '@yunji/contract/commerce/coupon/scope'
import { and, asc, eq } from 'drizzle-orm'
import { seedCatalogue } from '../seed/catalogue.ts'
import { billableProducts, goods, zoneStock } from '../tables/catalogue.ts'
import { coupons, couponTemplates } from '../tables/coupons.ts'
import { zones } from '../tables/devices.ts'
import type { ServerHarness } from './server-harness.ts'

const MONTH_HOURS = 720
let lastKey = 0

/** A shop with goods in two zones, and the calls of buyers. */
export const openShop = async (server: ServerHarness) => {
  const { db } = server.database
  const createdAt = server.clock.now()
  await db.insert(zones).values([
    { code: 'east', name: '华东', createdAt },
    { code: 'south', name: '华南', createdAt },
  ])
  await seedCatalogue(db, server.clock)
  const [zone] = await db.select().from(zones).orderBy(asc(zones.id))
  const zoneId = zone?.id ?? 0
  const [monthly] = await db
    .select()
    .from(billableProducts)
    .where(eq(billableProducts.goodTimeHours, MONTH_HOURS))
    .orderBy(asc(billableProducts.id))
  const { id: productId = 0, configId = 0 } = monthly ?? {}

  const nextKey = () => `order-key-${++lastKey}`

  return {
    zoneId,
    productId,
    configId,
    nextKey,

    /** Current price of a product for a user. */
    priceOf: async (id: number, token?: string): Promise<GoodsPrice> => {
      for (const { id: goodId } of await db.select().from(goods)) {
        const path = `/vmcloud/api/CommodityGroup/getGoodPrice?goodId=${goodId}`
        const { data } = await server.get(path, token ? { token } : {})
        const price = (data as { prices: GoodsPrice[] } | null)?.prices.find((each) => each.id === id)
        if (price) return price
      }
      throw new Error(`nothing is sold as ${id}`)
    },

    stock: async () => {
      const [row] = await db
        .select()
        .from(zoneStock)
        .where(and(eq(zoneStock.zoneId, zoneId), eq(zoneStock.configId, configId)))
      return row as typeof zoneStock.$inferSelect
    },

    setCapacity: (capacity: number) => db.update(zoneStock).set({ capacity }).where(eq(zoneStock.configId, configId)),

    issueCoupon: async (
      userId: number,
      terms: Partial<CouponTerms>,
      expiresAt: Date | null = null,
    ): Promise<number> => {
      const full = { couponType: 2, parValue: 100, conditionsUse: 0, businessType: 1, scopeApplication: 1, ...terms }
      const [template] = await db
        .insert(couponTemplates)
        .values({ name: '测试券', terms: full, createdAt: server.clock.now() })
        .returning()
      const [coupon] = await db
        .insert(coupons)
        .values({
          templateId: template?.id ?? 0,
          userId,
          name: '测试券',
          terms: full,
          receivedAt: server.clock.now(),
          expiresAt,
        })
        .returning()
      return coupon?.id ?? 0
    },

    couponState: async (couponId: number) => {
      const [coupon] = await db.select().from(coupons).where(eq(coupons.id, couponId))
      return coupon?.state
    },

    order: (token: string, body: object, key = nextKey()) =>
      server.post('/vmcloud/api/order/createCloudOrderNew', body, { token, headers: { 'idempotency-key': key } }),
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
