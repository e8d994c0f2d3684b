import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eventually } from '@yunji/testkit/eventually'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { findWallet, transfer } from '../modules/commerce/ledger/index.ts'
import { billableProducts } from '../tables/catalogue.ts'
import { devices } from '../tables/devices.ts'
import { orderDevices } from '../tables/fulfilment.ts'
import type { ServerHarness } from './server-harness.ts'
import type { Shop } from './shop.ts'

let lastFill = 0

/** A user who rents phones. */
export const createTenant = (
  server: ServerHarness,
  shop: Shop,
  { userId, token }: { userId: number; token: string },
) => {
  const { db } = server.database
  const call = (path: string, body: object) => server.post(`/vmcloud/api/${path}`, body, { token })

  const pay = (orderId: number, payMethod: number = PayMethod.balance) => call('order/payOrder', { orderId, payMethod })
  const deviceOf = async (deviceId: number) => {
    const [device] = await db.select().from(devices).where(eq(devices.id, deviceId))
    return device as typeof devices.$inferSelect
  }
  const ended = (orderId: number, status: OrderStatus) =>
    eventually(async () => {
      const { data } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })
      expect(data).toMatchObject({ status })
    })

  return {
    userId,
    token,
    call,
    pay,
    deviceOf,
    ended,
    wallet: () => findWallet(db, userId),

    fill: (kind: 'beans' | 'balance', amountCents: number) =>
      db.transaction((tx) =>
        transfer(
          tx,
          {
            key: `fill:${userId}:${++lastFill}`,
            reason: 'recharge',
            from: { kind: 'alipay' },
            to: { userId, kind },
            amountCents,
          },
          server.clock.now(),
        ),
      ),

    /** Product of the shop's first configuration with this duration. */
    productOf: async (goodTimeHours: number, isMetered = false): Promise<typeof billableProducts.$inferSelect> => {
      const [product] = await db
        .select()
        .from(billableProducts)
        .where(
          and(
            eq(billableProducts.configId, shop.configId),
            eq(billableProducts.goodTimeHours, goodTimeHours),
            eq(billableProducts.isMetered, isMetered),
          ),
        )
      return product as typeof billableProducts.$inferSelect
    },

    /** Orders a renewal at its current price, unless the test sets another. */
    renew: (deviceIds: readonly number[], fields: Readonly<Record<string, unknown>>) =>
      server.post(
        '/vmcloud/api/order/createCloudOrder',
        { deviceIds, quantity: deviceIds.length, ...fields },
        { token, headers: { 'idempotency-key': shop.nextKey() } },
      ),

    /** Buys phones and waits until they run. */
    rent: async (productId: number, quantity = 1, payMethod: number = PayMethod.balance) => {
      const { goodPrice, oldGoodPrice, firstPurchase } = await shop.priceOf(productId, token)
      const unit = quantity > 1 && firstPurchase ? (oldGoodPrice ?? 0) : goodPrice
      const { data } = await shop.order(token, {
        items: [{ id: productId, quantity, goodPrice: unit }],
        zoneId: shop.zoneId,
        imageType: 1,
        totalCents: unit * quantity,
      })
      const { orderId } = data as OrderInfo
      expect(await pay(orderId, payMethod)).toMatchObject({ code: 200 })
      await ended(orderId, OrderStatus.fulfilled)
      const rows = await db
        .select()
        .from(orderDevices)
        .where(eq(orderDevices.orderId, orderId))
        .orderBy(orderDevices.deviceId)
      return { orderId, deviceIds: rows.map(({ deviceId }) => deviceId), deviceId: rows[0]?.deviceId ?? 0 }
    },
  }
}

export type Tenant = ReturnType<typeof createTenant>
