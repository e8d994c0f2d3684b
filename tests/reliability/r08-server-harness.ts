import { setTimeout as delay } from 'node:timers/promises'
import type { GoodsPrice } from '@yunji/contract/commerce/commodity/schema'
import type { Envelope } from '@yunji/contract/wire/call'
import { transfer } from '../../apps/server/src/modules/commerce/ledger/index.ts'
import { DAY_MS, later } from '../../apps/server/src/platform/clock.ts'
import type { SupplierErrorKind } from '../../apps/server/src/platform/supplier.ts'
import { seedActivationGoods } from '../../apps/server/src/seed/activation.ts'
import { activities, activityProducts, zoneStock } from '../../apps/server/src/tables/catalogue.ts'
import { createDevices } from '../../apps/server/src/testing/devices.ts'
import { startServerHarness } from '../../apps/server/src/testing/server-harness.ts'
import { openShop } from '../../apps/server/src/testing/shop.ts'

const FUND_CENTS = 30_000
const CAPACITY = 100_000
const SECKILL = { priceCents: 700, stockLeft: 4, stockTotal: 4, perUserLimit: 2 }
const SETTLED_WITHIN_MS = 120_000
/** Text of HTTP 500. */
const INNER_FAILURE = '服务开小差了，请稍后再试'

export interface Customer {
  readonly userId: number
  readonly token: string
  readonly activityId: number
  readonly seckillCents: number
  readonly read: <Data>(path: string) => Promise<Data | undefined>
  readonly submit: (path: string, body: object) => Promise<Envelope>
}

/** Fails the creation of phones and the next resize while it is on. */
class ScriptedFailures extends Map<string, SupplierErrorKind> {
  isOn = false

  override get(key: string): SupplierErrorKind | undefined {
    if (!this.isOn) return undefined
    const isResize = key.includes(':')
    // The undo must succeed.
    if (isResize) this.isOn = false
    return 'noSpace'
  }

  override has(): boolean {
    return false
  }
}

/** The server in this process, with unlimited stock and a cashier that sends no notices by itself. */
export const startCustomerHarness = async () => {
  const server = await startServerHarness()
  const { db, pool } = server.database
  const query = async <Row extends object>(text: string): Promise<Row[]> => (await pool.query<Row>(text)).rows
  const shop = await openShop(server)
  await seedActivationGoods(db)
  await db.update(zoneStock).set({ capacity: CAPACITY })
  await db.update(activities).set({ isEnabled: false })
  const { cashier } = server.providers.payments
  if (!cashier) throw new Error('the harness has no cashier')
  cashier.noticeSender.script.isSilent = true
  const failures = new ScriptedFailures()
  server.supplier.failing = failures
  const people = createDevices(server)

  const runPeriodicJobs = async (): Promise<void> => {
    for (const round of server.periodicJobs) if (round.name !== 'devices.checkHealth') await round.run()
  }

  /** Waits until no order, refund, task or device is in a transitional state. */
  const settle = async (): Promise<void> => {
    const end = Date.now() + SETTLED_WITHIN_MS
    for (let tries = 1; ; tries += 1) {
      const [row] = await query<{ open: string }>(`
        select (select count(*) from orders where state in ('paid', 'refunding'))
          + (select count(*) from refunds where state = 'waiting')
          + (select count(*) from task_parts where ended_at is null)
          + (select count(*) from devices where state in ('creating', 'changingConfiguration')) as open`)
      if (Number(row?.open) === 0) break
      if (Date.now() > end) throw new Error('something stays under way')
      if (tries % 20 === 0) await runPeriodicJobs()
      await delay(10)
    }
    failures.isOn = false
  }

  const addSeckill = async (): Promise<number> => {
    const startsAt = server.clock.now()
    const window = { name: '秒杀', kind: 'seckill', startsAt, endsAt: later(startsAt, DAY_MS) } as const
    const [activity] = await db.insert(activities).values(window).returning()
    const activityId = activity?.id ?? 0
    await db.insert(activityProducts).values({ activityId, productId: shop.productId, ...SECKILL })
    return activityId
  }

  /** A new customer with money, two coupons and a running seckill. */
  const addCustomer = async (): Promise<Customer> => {
    const { userId, token } = await people.addPerson()
    for (const kind of ['beans', 'balance'] as const) {
      const entry = { key: `customer:${userId}:${kind}`, reason: 'recharge', from: { kind: 'alipay' } } as const
      await db.transaction((tx) =>
        transfer(tx, { ...entry, to: { userId, kind }, amountCents: FUND_CENTS }, server.clock.now()),
      )
    }
    for (const businessType of [1, 2]) {
      await shop.issueCoupon(userId, { businessType, parValue: 100 }, later(server.clock.now(), 2 * DAY_MS))
    }
    const activityId = await addSeckill()

    const read = async <Data>(path: string): Promise<Data | undefined> => {
      const { code, data } = await server.get(`/vmcloud/api/${path}`, { token })
      return code === 200 ? (data as Data) : undefined
    }
    const submit = async (path: string, body: object): Promise<Envelope> => {
      const headers = { 'idempotency-key': shop.nextKey() }
      const answer = await server.post(`/vmcloud/api/${path}`, body, { token, headers })
      if (answer.msg === INNER_FAILURE) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
      return answer
    }
    return { userId, token, activityId, seckillCents: SECKILL.priceCents, read, submit }
  }

  /** Pays at the cashier; the server learns of it by a query. */
  const payAtCashier = async (customer: Customer, orderId: number): Promise<void> => {
    const { data } = await customer.submit('order/payOrder', { orderId, payMethod: 1 })
    const url = (data as { next?: { url?: string } } | null)?.next?.url
    if (!url) return
    await server.app.inject({ url })
    const [payment] = await query<{ number: string }>(
      `select out_trade_no as number from payments where order_id = ${orderId} order by id desc limit 1`,
    )
    const number = payment?.number
    // The server may have closed the payment meanwhile.
    const isPaid = number !== undefined && (await cashier.cashier.pay('alipay', number).then(Boolean, () => false))
    if (!isPaid) return
    // Providers are queried at most once a second.
    server.clock.advance(2000)
    await customer.submit('order/checkPayment', { orderId })
  }

  return {
    server,
    query,
    shop,
    failures,
    addCustomer,
    payAtCashier,
    settle,
    priceOf: async (customer: Customer, productId: number): Promise<GoodsPrice> =>
      shop.priceOf(productId, customer.token),
    /** Advances the clock and runs the periodic jobs. */
    advance: async (milliseconds: number): Promise<void> => {
      server.clock.advance(milliseconds)
      await runPeriodicJobs()
      await settle()
    },
    stop: () => server.stop(),
  }
}

export type CustomerHarness = Awaited<ReturnType<typeof startCustomerHarness>>
