import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import { eq } from 'drizzle-orm'
import type { ProviderName } from '../platform/payments.ts'
import { orders } from '../tables/orders.ts'
import { payments, refunds } from '../tables/payments.ts'
import type { ServerHarness } from './server-harness.ts'
import type { Shop } from './shop.ts'

const methods: Readonly<Record<ProviderName, number>> = { alipay: 1, wechat: 2 }

/** A user who orders and pays through the embedded cashier. */
export const openCashierClient = (server: ServerHarness, shop: Shop, token: string) => {
  const { db } = server.database
  const { cashier } = server.providers.payments
  if (!cashier) throw new Error('the harness has no cashier')

  const call = async <Data>(name: string, body: object): Promise<Data> => {
    const { code, msg, data } = await server.post(`/vmcloud/api/order/${name}`, body, { token })
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
    return data as Data
  }
  const paymentsOf = (orderId: number) =>
    db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id)

  return {
    cashier,
    paymentsOf,
    refundsOf: (orderId: number) => db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id),

    order: async (quantity = 1, terms: object = {}): Promise<OrderInfo> => {
      const { goodPrice, oldGoodPrice, firstPurchase } = await shop.priceOf(shop.productId, token)
      const unit = quantity > 1 && firstPurchase ? (oldGoodPrice ?? 0) : goodPrice
      const items = [{ id: shop.productId, quantity, goodPrice: unit }]
      const body = { items, zoneId: shop.zoneId, imageType: 1, totalCents: unit * quantity, ...terms }
      const { code, msg, data } = await shop.order(token, body)
      if (code !== 200) throw new Error(`no order: ${code} ${msg}`)
      return data as OrderInfo
    },

    /** Opens a payment at the provider; `outTradeNo` is our number of it. */
    open: async (orderId: number, provider: ProviderName, more: object = {}) => {
      // Generates the keys first: on a busy machine that takes longer than the provider's time-out.
      await cashier.keys()
      const { next } = await call<{ next: PayNext }>('payOrder', { orderId, payMethod: methods[provider], ...more })
      // Alipay learns of a payment when its page is opened.
      if (next.kind === 'redirect') await server.app.inject({ url: next.url })
      const open = (await paymentsOf(orderId)).findLast((payment) => payment.provider === provider)
      return { next, outTradeNo: open?.outTradeNo ?? '' }
    },

    check: (orderId: number) => call<OrderInfo>('checkPayment', { orderId }),
    cancel: (orderId: number) => call<OrderInfo>('cancelOrder', { orderId }),
    infoOf: async (orderId: number): Promise<OrderInfo> =>
      (await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })).data as OrderInfo,
  }
}

export type CashierClient = ReturnType<typeof openCashierClient>

/** Writes a recharge order straight into the database; returns its id. */
export const addRechargeOrder = async (
  { database: { db }, clock }: ServerHarness,
  userId: number,
  amountCents: number,
  fields: Partial<typeof orders.$inferInsert> = {},
): Promise<number> => {
  const now = clock.now()
  const [order] = await db
    .insert(orders)
    .values({
      userId,
      kind: 'balance',
      title: '余额充值',
      lines: [],
      totalCents: amountCents,
      payableCents: amountCents,
      purchase: {},
      createdAt: now,
      expiresAt: now,
      ...fields,
    })
    .returning()
  return order?.id ?? 0
}
