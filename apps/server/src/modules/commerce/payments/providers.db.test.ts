import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { addErrorHandler } from '../../../platform/http/error-handler.ts'
import {
  type PaymentProvider,
  PaymentRefused,
  type PaymentRequest,
  type TradeStatus,
} from '../../../platform/payments.ts'
import type { Caller } from '../../../platform/sessions/caller.ts'
import { orders } from '../../../tables/orders.ts'
import { payments } from '../../../tables/payments.ts'
import { addRechargeOrder } from '../../../testing/cashier-client.ts'
import { type PaymentHarness, startPaymentHarness } from '../../../testing/payment-harness.ts'
import type { PaymentDeps } from './deps.ts'
import { addNoticeRoutes } from './notice-routes.ts'
import { payOrder } from './pay-order.ts'
import { reconcilePayments, refreshPayments } from './reconcile-payments.ts'
import { paymentRoutes } from './routes.ts'

const PAID_CENTS = 1000
const SECOND_MS = 1000
const REDIRECT = { kind: 'redirect', url: '/somewhere' } as const
const providers = ['alipay', 'wechat'] as const

let harness: PaymentHarness
let lines: string[] = []
let orderId = 0
/** Calls that the scripted provider has received. */
let queried: string[] = []
let closed: string[] = []
let opened: PaymentRequest[] = []

beforeAll(async () => {
  harness = await startPaymentHarness((line) => lines.push(line))
})
afterAll(() => harness.server.stop())
beforeEach(async () => {
  orderId = await addOrder(30 * MINUTE_MS)
  lines = []
  queried = []
  closed = []
  opened = []
})

const addOrder = (lifetimeMs: number): Promise<number> =>
  addRechargeOrder(harness.server, harness.userId, PAID_CENTS, {
    expiresAt: later(harness.server.clock.now(), lifetimeMs),
  })
const db = () => harness.server.database.db
const scripted = (
  status: TradeStatus | Error = { state: 'waiting' },
  open: PaymentProvider['open'] = async () => REDIRECT,
) =>
  ({
    name: 'wechat',
    open: (request) => {
      opened.push(request)
      return open(request)
    },
    query: async (outTradeNo) => {
      queried.push(outTradeNo)
      if (status instanceof Error) throw status
      return status.state === 'paid' ? { ...status, outTradeNo } : status
    },
    close: async (outTradeNo) => {
      closed.push(outTradeNo)
      return { state: 'closed' }
    },
  }) as PaymentProvider
const depsOf = (wechat?: PaymentProvider, wechatLogin: Partial<PaymentDeps['wechatLogin']> = {}): PaymentDeps => {
  const { database, clock, outbox } = harness.server
  return {
    database,
    clock,
    outbox,
    log: pino({}, { write: (line) => lines.push(line) }),
    jobs: { add: async () => undefined },
    payments: wechat ? { wechat } : {},
    wechatLogin: wechatLogin as PaymentDeps['wechatLogin'],
  }
}
const caller = (): Caller => ({ userId: harness.userId, sessionId: 1, isFrozen: false })
const pay = (deps: PaymentDeps, more: object = {}) =>
  payOrder(deps)(caller(), { orderId, payMethod: PayMethod.wechat, scene: 'h5', ...more }, '127.0.0.1')
const paymentsOf = (id = orderId) => db().select().from(payments).where(eq(payments.orderId, id))
const stateOf = async () => (await paymentsOf())[0]?.state

describe('a notice', () => {
  it.each(providers)('of %s is read from its exact bytes, and pays once', async (provider) => {
    const outTradeNo = await harness.open(orderId, provider)
    await harness.pay(provider, outTradeNo)
    const notice = await harness.noticeOf(provider, outTradeNo)
    expect(await harness.send(provider, notice)).toMatchObject({ isTaken: true })
    expect(await harness.send(provider, notice)).toMatchObject({ isTaken: true })
    expect(await paymentsOf()).toMatchObject([{ state: 'paid', amountCents: PAID_CENTS }])
  })

  it.each(providers)('of %s that was changed on its way is refused, and says why in the log', async (provider) => {
    const outTradeNo = await harness.open(orderId, provider)
    await harness.pay(provider, outTradeNo)
    const { headers, body } = await harness.noticeOf(provider, outTradeNo)
    const { isTaken, statusCode } = await harness.send(provider, { headers, body: body.replace(/\d/, '0').concat(' ') })
    expect(isTaken).toBe(false)
    expect(statusCode).toBeLessThan(500)
    expect(await stateOf()).toBe('waiting')
    const refusals = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'payment notice refused')
    expect(refusals).toMatchObject([{ provider, reason: expect.any(String) }])
  })

  it.each(providers)('of %s without a body is refused', async (provider) => {
    const { isTaken, statusCode } = await harness.send(provider, { headers: {}, body: '' })
    expect(isTaken).toBe(false)
    expect(statusCode).toBeLessThan(500)
  })

  it('of a provider that is not set up has no address', async () => {
    const app = Fastify()
    addErrorHandler(app, harness.server.clock)
    addNoticeRoutes(app, depsOf())
    const answer = await app.inject({ method: 'POST', url: '/pay/notices/wechat', payload: '{}' })
    expect(answer.statusCode).toBe(404)
    await app.close()
  })

  it('that cannot be applied for a fault of ours is sent again by the provider', async () => {
    const readNotice = () => Promise.reject(new Error('the database is away'))
    const app = Fastify()
    addErrorHandler(app, harness.server.clock)
    addNoticeRoutes(app, depsOf({ ...scripted(), readNotice } as PaymentProvider))
    const answer = await app.inject({ method: 'POST', url: '/pay/notices/wechat', payload: '{}' })
    expect(answer.statusCode).toBeGreaterThanOrEqual(500)
    await app.close()
  })
})

describe('opening a payment', () => {
  it('is refused in plain words where the provider is not set up, and leaves no payment', async () => {
    await expect(pay(depsOf())).rejects.toMatchObject({ message: expect.stringContaining('支付渠道暂时不可用') })
    expect(await paymentsOf()).toEqual([])
  })

  it('is refused for an order that is not there, or somebody else’s', async () => {
    const deps = depsOf(scripted())
    await expect(pay(deps, { orderId: 1 })).rejects.toMatchObject({ message: '内容不存在或已被删除' })
    const stranger = { ...caller(), userId: harness.userId + 1 }
    const input = { orderId, payMethod: PayMethod.wechat, scene: 'h5' } as const
    await expect(payOrder(deps)(stranger, input, '127.0.0.1')).rejects.toMatchObject({
      message: '内容不存在或已被删除',
    })
    expect(opened).toEqual([])
  })

  it('lives as long as its order, and two minutes at least', async () => {
    await pay(depsOf(scripted()))
    const [order] = await db().select().from(orders).where(eq(orders.id, orderId))
    expect(await paymentsOf()).toMatchObject([{ expiresAt: order?.expiresAt }])
    const soon = later(harness.server.clock.now(), MINUTE_MS)
    orderId = await addOrder(MINUTE_MS)
    await pay(depsOf(scripted()))
    expect(await paymentsOf()).toMatchObject([{ expiresAt: later(soon, MINUTE_MS) }])
  })

  it('tells a fault of ours from a refusal of the provider', async () => {
    const fault = new TypeError('our own')
    await expect(pay(depsOf(scripted({ state: 'waiting' }, () => Promise.reject(fault))))).rejects.toBe(fault)
    expect(queried).toEqual([])
    const refusal = () => Promise.reject(new PaymentRefused('SYSTEM_ERROR'))
    await expect(pay(depsOf(scripted({ state: 'waiting' }, refusal)))).rejects.toMatchObject({
      message: expect.stringContaining('支付渠道暂时不可用'),
    })
  })

  it('is over when the provider refuses what was paid a moment ago', async () => {
    await pay(depsOf(scripted()))
    harness.server.clock.advance(2 * SECOND_MS)
    const paid = { state: 'paid', transactionId: `late${orderId}`, amountCents: PAID_CENTS } as TradeStatus
    const refusal = () => Promise.reject(new PaymentRefused('ORDERPAID'))
    const step = await pay(depsOf(scripted(paid, refusal)))
    expect(step).toMatchObject({ next: { kind: 'none' }, order: { id: orderId, payMethod: PayMethod.wechat } })
    expect(step.order.paidAt).toEqual(harness.server.clock.now())
  })

  it.each([
    ['miniProgram', 'identifyByApplet'],
    ['messagingBrowser', 'identifyByOfficialAccount'],
  ] as const)('learns in %s who pays from the code of the client, for the app that asks', async (scene, way) => {
    const codes: string[] = []
    const identify = async (code: string) => {
      codes.push(code)
      return { appId: 'our-app', openid: `openid of ${code}` }
    }
    const deps = depsOf(scripted(), { [way]: identify } as never)
    await pay(deps, { scene, jsCode: 'the-code' })
    expect(await opened[0]?.openidOf('our-app')).toBe('openid of the-code')
    expect(await opened[0]?.openidOf('another-app')).toBeUndefined()
    expect(codes).toEqual(['the-code', 'the-code'])
    await pay(deps, { scene })
    expect(await opened[1]?.openidOf('our-app')).toBeUndefined()
    expect(codes).toHaveLength(2)
  })
})

describe('asking the provider', () => {
  const open = async () => {
    await pay(depsOf(scripted()))
    return (await paymentsOf())[0]?.outTradeNo ?? ''
  }

  it('happens once a second for a page that asks all the time', async () => {
    const outTradeNo = await open()
    const deps = depsOf(scripted())
    const refresh = () => refreshPayments(deps, orderId)
    await refresh()
    expect(queried).toEqual([])
    harness.server.clock.advance(SECOND_MS)
    await refresh()
    await refresh()
    expect(queried).toEqual([outTradeNo])
    harness.server.clock.advance(SECOND_MS)
    await refresh()
    expect(queried).toEqual([outTradeNo, outTradeNo])
  })

  it('keeps a payment that waits, also past its end, and gives up one that the provider does not know', async () => {
    await open()
    harness.server.clock.advance(60 * MINUTE_MS)
    await refreshPayments(depsOf(scripted({ state: 'waiting' })), orderId)
    expect(await stateOf()).toBe('waiting')
    harness.server.clock.advance(SECOND_MS)
    await refreshPayments(depsOf(scripted({ state: 'unknown' })), orderId)
    expect(await stateOf()).toBe('closed')
  })

  it('keeps one that the provider does not know yet', async () => {
    await open()
    harness.server.clock.advance(SECOND_MS)
    await refreshPayments(depsOf(scripted({ state: 'unknown' })), orderId)
    expect(await stateOf()).toBe('waiting')
  })

  it('that fails is in the log with the payment, and hurts nobody', async () => {
    await open()
    const [payment] = await paymentsOf()
    harness.server.clock.advance(SECOND_MS)
    await refreshPayments(depsOf(scripted(new Error('away'))), orderId)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'payment query failed', paymentId: payment?.id, provider: 'wechat', err: { message: 'away' } },
    ])
  })

  it('leaves a payment of a provider that is no longer set up waiting, and logs it', async () => {
    await open()
    const [payment] = await paymentsOf()
    harness.server.clock.advance(SECOND_MS)
    await refreshPayments(depsOf(), orderId)
    expect(await stateOf()).toBe('waiting')
    const err = { message: 'payment provider wechat is not set up' }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ paymentId: payment?.id, provider: 'wechat', err }])
  })

  it('closes a payment whose order has ended', async () => {
    const outTradeNo = await open()
    await db().update(orders).set({ state: 'cancelled' }).where(eq(orders.id, orderId))
    harness.server.clock.advance(MINUTE_MS)
    await reconcilePayments(depsOf(scripted()))()
    expect(closed).toContain(outTradeNo)
    expect(await stateOf()).toBe('closed')
  })

  it('is not needed for an order that is paid, and not done for one of somebody else', async () => {
    await open()
    const deps = depsOf(scripted())
    const check = (userId: number, id = orderId) =>
      paymentRoutes(deps)[1]?.run({ orderId: id }, { caller: { ...caller(), userId } } as never)
    await expect(check(0)).rejects.toMatchObject({ message: '内容不存在或已被删除' })
    harness.server.clock.advance(MINUTE_MS)
    await check(harness.userId)
    expect(queried).toHaveLength(1)
    const paid = { state: 'paid', payMethod: PayMethod.wechat, paidAt: harness.server.clock.now() } as const
    await db().update(orders).set(paid).where(eq(orders.id, orderId))
    harness.server.clock.advance(MINUTE_MS)
    await check(harness.userId)
    expect(queried).toHaveLength(1)
  })
})
