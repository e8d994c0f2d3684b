import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { eventually } from '@yunji/testkit/eventually'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { fulfilJob } from '../modules/commerce/fulfilment/index.ts'
import { transfer } from '../modules/commerce/ledger/index.ts'
import { FULFIL_JOB } from '../modules/commerce/orders/index.ts'
import { createSealedTexts } from '../platform/sealed-texts.ts'
import { singleKey } from '../platform/signing-keys.ts'
import { orders } from '../tables/orders.ts'
import type { ServerHarness } from './server-harness.ts'

let last = 0

/** Orders without phones, and their payments. */
export const createWalletHarness = (server: ServerHarness) => {
  const { db } = server.database
  const nextKey = () => `wallet-key-${++last}`

  return {
    nextKey,

    order: (call: string, token: string, body: object, key = nextKey()) =>
      server.post(`/vmcloud/api/order/${call}`, body, { token, headers: { 'idempotency-key': key } }),

    fill: (userId: number, kind: 'beans' | 'balance', amountCents: number) =>
      db.transaction((tx) =>
        transfer(
          tx,
          { key: `fill:${++last}`, reason: 'recharge', from: { kind: 'alipay' }, to: { userId, kind }, amountCents },
          server.clock.now(),
        ),
      ),

    pay: (token: string, orderId: number, payMethod: number) =>
      server.post('/vmcloud/api/order/payOrder', { orderId, payMethod }, { token }),

    /** As if a provider had reported the payment. */
    reportPaid: (orderId: number) =>
      db.transaction(async (tx) => {
        const now = server.clock.now()
        const [order] = await tx
          .update(orders)
          .set({ state: 'paid', payMethod: 1, paidAt: now })
          .where(eq(orders.id, orderId))
          .returning()
        const amountCents = order?.payableCents ?? 0
        const [from, to] = [{ kind: 'alipay' }, { kind: 'revenue' }] as const
        await transfer(
          tx,
          { key: `order:${orderId}:paid`, reason: 'orderPayment', from, to, amountCents, orderId },
          now,
        )
        await server.jobs.add(tx, FULFIL_JOB, { orderId })
      }),

    /** Runs the fulfilment job of an order once more. */
    again: (orderId: number) => {
      const sealedTexts = createSealedTexts(singleKey(Buffer.alloc(32, 7)))
      return fulfilJob({ ...server, jobs: server.jobs, sealedTexts }).run({ orderId })
    },

    ended: (token: string, orderId: number, status: number): Promise<OrderInfo> =>
      eventually(async () => {
        const { data } = await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })
        expect(data).toMatchObject({ status })
        return data as OrderInfo
      }),
  }
}
