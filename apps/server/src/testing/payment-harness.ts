import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import type { PayNext } from '@yunji/contract/commerce/payment/schema'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { writeNotice } from '../adapters/embedded-cashier/notice.ts'
import type { ProviderName } from '../platform/payments.ts'
import { payments, refunds } from '../tables/payments.ts'
import { createDevices } from './devices.ts'
import { type ServerHarness, startServerHarness } from './server-harness.ts'

const noticePaths: Readonly<Record<ProviderName, string>> = {
  alipay: '/pay/notices/alipay',
  wechat: '/pay/notices/wechat',
}
const methods: Readonly<Record<ProviderName, number>> = { alipay: 1, wechat: 2 }

/** A server with a cashier that sends no notices by itself; tests send them. */
export const startPaymentHarness = async (onLog: (line: string) => void = () => undefined) => {
  const log = pino({ level: 'info' }, { write: onLog })
  const server: ServerHarness = await startServerHarness({}, log)
  const { cashier: embedded } = server.providers.payments
  if (!embedded) throw new Error('the harness has no cashier')
  embedded.noticeSender.script.isSilent = true
  const { cashier } = embedded
  const keys = await embedded.keys()
  const { token, userId } = await createDevices(server).addPerson()
  const { db } = server.database
  let lastKey = 0

  const call = async <Data>(name: string, body: object, headers: Record<string, string> = {}): Promise<Data> => {
    const { code, msg, data } = await server.post(`/vmcloud/api/order/${name}`, body, { token, headers })
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
    return data as Data
  }
  const tradeOf = async (provider: ProviderName, outTradeNo: string) => {
    const trade = await cashier.find(provider, outTradeNo)
    if (!trade) throw new Error(`the cashier does not know ${outTradeNo}`)
    return trade
  }

  return {
    server,
    embedded,
    keys,
    token,
    userId,
    call,
    tradeOf,

    /** Recharges the balance: its effect can be counted to the cent. */
    recharge: (totalCents: number): Promise<OrderInfo> =>
      call('agentBalanceRecharge', { totalCents, payMethod: 1 }, { 'idempotency-key': `payment-order-${++lastKey}` }),

    open: async (orderId: number, provider: ProviderName): Promise<string> => {
      const { next } = await call<{ next: PayNext }>('payOrder', { orderId, payMethod: methods[provider] })
      if (next.kind === 'redirect') await server.app.inject({ url: next.url })
      const own = await db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.id)
      return own.findLast((payment) => payment.provider === provider)?.outTradeNo ?? ''
    },

    /** The buyer pays; no notice is sent. */
    pay: (provider: ProviderName, outTradeNo: string) => cashier.pay(provider, outTradeNo),

    /** The notice that the provider would send now. */
    noticeOf: async (provider: ProviderName, outTradeNo: string) =>
      writeNotice[provider](
        keys,
        await tradeOf(provider, outTradeNo),
        { id: `notice-${++lastKey}`, tries: 0, nextAt: '' },
        server.clock.now(),
      ),

    send: async (provider: ProviderName, notice: { headers: Readonly<Record<string, string>>; body: string }) => {
      const { statusCode, body } = await server.app.inject({
        method: 'POST',
        url: noticePaths[provider],
        headers: notice.headers,
        payload: notice.body,
      })
      const isTaken = provider === 'alipay' ? body === 'success' : statusCode === 204
      return { isTaken, statusCode, body }
    },

    infoOf: async (orderId: number): Promise<OrderInfo> =>
      (await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })).data as OrderInfo,
    paymentsOf: (orderId: number) => db.select().from(payments).where(eq(payments.orderId, orderId)),
    refundsOf: (orderId: number) => db.select().from(refunds).where(eq(refunds.orderId, orderId)),
    /** Runs the periodic jobs of payments once. */
    runPeriodicJobs: async (): Promise<void> => {
      for (const name of ['orders.expire', 'payments.reconcile', 'refunds.request']) {
        await server.periodicJobs.find((job) => job.name === name)?.run()
      }
    },
  }
}

export type PaymentHarness = Awaited<ReturnType<typeof startPaymentHarness>>
