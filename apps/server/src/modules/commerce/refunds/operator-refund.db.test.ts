import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import type { Envelope } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../platform/clock.ts'
import { deviceChanges } from '../../../tables/changes.ts'
import { orderDevices } from '../../../tables/fulfilment.ts'
import { users } from '../../../tables/identity.ts'
import { operatorAudit } from '../../../tables/operators.ts'
import { orders } from '../../../tables/orders.ts'
import { refundProposals, refunds } from '../../../tables/payments.ts'
import { addRechargeOrder, openCashierClient } from '../../../testing/cashier-client.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { FOUR_EYES_CENTS, OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { createTenant, type Tenant } from '../../../testing/tenant.ts'
import { useServer } from '../../../testing/use-server.ts'
import { auditLedger } from '../ledger/index.ts'

const { OK, PRICE_INCONSISTENT, SHOW_ERROR_TIP } = ErrorCode
const FILLED_CENTS = 500_000

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
const { addReady, post, get } = createOperatorHarness(server)
const db = server.database.db
let tenant: Tenant
let finance: Awaited<ReturnType<typeof addReady>>
let other: Awaited<ReturnType<typeof addReady>>

beforeEach(async () => {
  tenant = createTenant(server, shop, await make.addPerson())
  await tenant.fill('balance', FILLED_CENTS)
  finance = await addReady('finance')
  other = await addReady('owner')
})

/** As somebody who has just read the terms. */
const propose = async (orderId: number, amountCents: number, token = finance.token): Promise<Envelope> => {
  const { refundableCents = 0 } = ((await termsOf(orderId)) ?? {}) as { refundableCents?: number }
  return proposeSeen(orderId, amountCents, refundableCents, token)
}
const proposeSeen = (orderId: number, amountCents: number, seenRefundableCents: number, token = finance.token) =>
  post('proposeRefund', { orderId, amountCents, reason: 'agreed', seenRefundableCents }, token)
const decide = (proposalId: number, isApproved: boolean, token = other.token): Promise<Envelope> =>
  post('decideRefundProposal', { proposalId, isApproved }, token)
const termsOf = async (orderId: number, token = finance.token) =>
  (await server.get(`/vmcloud/api/operator/getRefundTerms?orderId=${orderId}`, { token })).data
const proposalsOf = async (orderId: number) =>
  (await server.get(`/vmcloud/api/operator/getRefundProposals?orderId=${orderId}`, { token: finance.token })).data as {
    records: { proposalId: number }[]
  }
const shareOf = async (orderId: number) =>
  (await db.select().from(orderDevices).where(eq(orderDevices.orderId, orderId))).map(({ paidCents }) => paidCents)
const balance = async () => (await tenant.wallet()).balanceCents
const idOf = ({ data }: Envelope): number => (data as { proposalId: number }).proposalId

const rent = async () => {
  const { orderId, deviceId } = await tenant.rent(shop.productId)
  return { orderId, deviceId, paid: FILLED_CENTS - (await balance()) }
}

describe('an operator refunds', () => {
  it('a part at once: the wallet gets it, the device is worth less, the audit row names it', async () => {
    const { orderId, paid } = await rent()
    expect(await termsOf(orderId)).toMatchObject({ refundableCents: paid, aloneCents: FOUR_EYES_CENTS, refusal: '' })
    const answer = await propose(orderId, 300)
    expect(answer).toMatchObject({ code: OK, data: { state: 'done' } })
    expect(await balance()).toBe(FILLED_CENTS - paid + 300)
    expect(await shareOf(orderId)).toEqual([paid - 300])
    expect(await termsOf(orderId)).toMatchObject({ refundableCents: paid - 300, aloneCents: FOUR_EYES_CENTS - 300 })
    expect((await proposalsOf(orderId)).records).toMatchObject([
      { amountCents: 300, state: 'done', proposedBy: finance.name, decidedBy: finance.name, reason: 'agreed' },
    ])
    const subject = `refundProposal:${idOf(answer)}`
    const rows = await db.select().from(operatorAudit).where(eq(operatorAudit.subject, subject))
    expect(rows).toMatchObject([{ operatorName: finance.name, call: 'proposeRefund', after: { amountCents: 300 } }])
    expect(await auditLedger(db)).toEqual([])
  })

  it('once where the answer was lost and the same key comes again', async () => {
    const { orderId, paid } = await rent()
    const proposeOnce = (key: string, seenRefundableCents: number, token = finance.token, amountCents = 300) =>
      server.post(
        '/vmcloud/api/operator/proposeRefund',
        { orderId, amountCents, reason: 'agreed', seenRefundableCents },
        { token, headers: { 'idempotency-key': key } },
      )
    const first = await proposeOnce('refund-key-1', paid)
    expect(await proposeOnce('refund-key-1', paid)).toMatchObject({ code: OK, data: first.data })
    expect(await balance()).toBe(FILLED_CENTS - paid + 300)
    expect((await proposalsOf(orderId)).records).toHaveLength(1)
    const subject = `refundProposal:${idOf(first)}`
    expect(await db.select().from(operatorAudit).where(eq(operatorAudit.subject, subject))).toHaveLength(1)
    expect((await proposeOnce('refund-key-1', paid - 300, finance.token, 200)).code).toBe(SHOW_ERROR_TIP)
    expect((await proposeOnce('bad key', paid - 300)).code).toBe(SHOW_ERROR_TIP)
    expect(idOf(await proposeOnce('refund-key-1', paid - 300, other.token))).not.toBe(idOf(first))
    const byToken = await proposeOnce('refund-key-1', paid - 600, OPERATOR_TOKEN)
    expect(byToken).toMatchObject({ code: OK, data: { state: 'waiting' } })
    expect((await proposalsOf(orderId)).records).toHaveLength(3)
    await decide(idOf(byToken), false)
  })

  it('no more than is left, also by an early return afterwards', async () => {
    const { orderId, deviceId, paid } = await rent()
    expect(await propose(orderId, paid + 1)).toMatchObject({
      code: SHOW_ERROR_TIP,
      data: { refundableCents: paid },
    })
    await propose(orderId, 300)
    await tenant.call('device/returnDevice', { deviceId })
    expect(await balance()).toBe(FILLED_CENTS)
    expect(await propose(orderId, 1)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect(await auditLedger(db)).toEqual([])
  })

  it('once, however often the same request comes', async () => {
    const { orderId, paid } = await rent()
    const answers = await Promise.all([1, 2, 3].map(() => proposeSeen(orderId, 300, paid)))
    expect(answers.filter(({ code }) => code === OK)).toHaveLength(1)
    const current = { code: PRICE_INCONSISTENT, data: { refundableCents: paid - 300 } }
    expect(answers.filter(({ code }) => code !== OK)).toMatchObject([current, current])
    expect(await balance()).toBe(FILLED_CENTS - paid + 300)
    expect((await proposalsOf(orderId)).records).toHaveLength(1)
    expect(await proposeSeen(orderId, 300, paid - 300)).toMatchObject({ code: OK })
  })

  it('nothing while a device of the order is being changed, which takes its value over', async () => {
    const { orderId, deviceId, paid } = await rent()
    const dear = FOUR_EYES_CENTS * 2
    await db.update(orders).set({ payableCents: dear, totalCents: dear }).where(eq(orders.id, orderId))
    await db.update(orderDevices).set({ paidCents: dear }).where(eq(orderDevices.orderId, orderId))
    const proposalId = idOf(await propose(orderId, dear))
    const change = { deviceId, userId: tenant.userId, fromConfigId: shop.configId, toConfigId: shop.configId + 1 }
    const terms = { productId: shop.productId, valueCents: dear, paidCents: 0, boughtSeconds: 3600 }
    const now = server.clock.now()
    await db.insert(deviceChanges).values({ ...change, ...terms, quotedAt: now, createdAt: now })
    const msg = '订单的设备正在变更配置，请等变更结束后再退款'
    expect(await termsOf(orderId)).toMatchObject({ refundableCents: 0, refusal: msg })
    expect(await proposeSeen(orderId, 1, dear)).toMatchObject({ code: SHOW_ERROR_TIP, msg })
    expect(await decide(proposalId, true)).toMatchObject({ code: SHOW_ERROR_TIP, msg })
    expect(await balance()).toBe(FILLED_CENTS - paid)
    await db.update(deviceChanges).set({ endedAt: now }).where(eq(deviceChanges.deviceId, deviceId))
    expect(await decide(proposalId, true)).toMatchObject({ code: OK })
  })

  it('through the provider what was paid there, under the number of the payment', async () => {
    const client = openCashierClient(server, shop, tenant.token)
    const { orderId, payableCents: amountCents } = await client.order()
    const { outTradeNo } = await client.open(orderId, 'alipay')
    await client.cashier.cashier.pay('alipay', outTradeNo)
    await client.check(orderId)
    await tenant.ended(orderId, OrderStatus.fulfilled)
    expect(await propose(orderId, amountCents)).toMatchObject({ code: OK, data: { state: 'done' } })
    const rows = await db.select().from(refunds).where(eq(refunds.orderId, orderId))
    expect(rows).toMatchObject([{ amountCents, key: expect.stringContaining(`order:${orderId}:proposal:`) }])
    expect(await termsOf(orderId)).toMatchObject({ refundableCents: 0, refusal: '该订单没有可退的款项' })
  })
})

describe('beyond what one may refund alone', () => {
  const makeDear = async () => {
    const { orderId, paid } = await rent()
    const dear = FOUR_EYES_CENTS * 2
    await db.update(orders).set({ payableCents: dear, totalCents: dear }).where(eq(orders.id, orderId))
    await db.update(orderDevices).set({ paidCents: dear }).where(eq(orderDevices.orderId, orderId))
    return { orderId, dear, paid }
  }

  it('a second operator approves; the proposer, the token and customers cannot', async () => {
    const { orderId, dear } = await makeDear()
    const before = await balance()
    const answer = await propose(orderId, dear)
    expect(answer).toMatchObject({ code: OK, data: { state: 'waiting' } })
    const proposalId = idOf(answer)
    expect((await get('getOverview?days=7', other.token)).data).toMatchObject({
      waiting: expect.arrayContaining([{ kind: 'refundProposals', count: 1, right: 'orders.refund' }]),
    })
    const refusal = '该订单已有一笔退款待复核'
    expect(await propose(orderId, 100)).toMatchObject({ code: SHOW_ERROR_TIP, msg: refusal })
    expect(await termsOf(orderId)).toMatchObject({ refundableCents: 0, refusal })
    for (const token of [finance.token, OPERATOR_TOKEN])
      expect(await decide(proposalId, true, token)).toMatchObject({ code: SHOW_ERROR_TIP })
    expect((await decide(proposalId, true, tenant.token)).code).not.toBe(OK)
    expect(await balance()).toBe(before)
    const answers = await Promise.all([decide(proposalId, true), decide(proposalId, true), decide(proposalId, true)])
    expect(answers.filter(({ code }) => code === OK)).toHaveLength(1)
    expect(await balance()).toBe(before + dear)
    expect(await shareOf(orderId)).toEqual([0])
    expect((await proposalsOf(orderId)).records).toMatchObject([{ state: 'done', decidedBy: other.name }])
  })

  it('the proposer takes it back, and another one can be proposed', async () => {
    const { orderId, dear } = await makeDear()
    const first = idOf(await propose(orderId, dear))
    expect((await decide(first, false, finance.token)).code).toBe(OK)
    expect(await decide(first, true)).toMatchObject({ code: SHOW_ERROR_TIP, msg: '该退款已处理' })
    expect(await propose(orderId, dear)).toMatchObject({ data: { state: 'waiting' } })
  })

  it('many small ones count together, also at the same moment, until a day has passed', async () => {
    const orderIds: number[] = []
    for (let count = 0; count < 3; count++) orderIds.push((await makeDear()).orderId)
    const part = FOUR_EYES_CENTS / 2
    const answers = await Promise.all(orderIds.map((orderId) => propose(orderId, part)))
    const states = answers.map(({ data }) => (data as { state?: string } | null)?.state)
    expect(states.toSorted()).toEqual(['done', 'done', 'waiting'])
    const waiting = answers.find(({ data }) => (data as { state?: string }).state === 'waiting')
    await decide(idOf(waiting as Envelope), false)
    server.clock.advance(DAY_MS + 1000)
    // The session has ended meanwhile.
    finance = { ...finance, ...(await addReady('finance')) }
    expect(await propose(orderIds[0] ?? 0, part)).toMatchObject({ code: OK, data: { state: 'done' } })
  })

  it('is everything for the configured token, which is no person', async () => {
    const { orderId, paid } = await rent()
    expect(await termsOf(orderId, OPERATOR_TOKEN)).toMatchObject({ refundableCents: paid, aloneCents: 0 })
    const answer = await propose(orderId, 1, OPERATOR_TOKEN)
    expect(answer).toMatchObject({ code: OK, data: { state: 'waiting' } })
    expect(await balance()).toBe(FILLED_CENTS - paid)
    expect(await decide(idOf(answer), true, finance.token)).toMatchObject({ code: OK })
    expect(await balance()).toBe(FILLED_CENTS - paid + 1)
  })

  it('goes to no wallet of an account that was erased meanwhile, and can still be rejected', async () => {
    const { orderId, dear } = await makeDear()
    const proposalId = idOf(await propose(orderId, dear))
    await db.update(users).set({ erasedAt: server.clock.now() }).where(eq(users.id, tenant.userId))
    const refusal = '客户已注销，余额和云豆不能再退回'
    expect(await decide(proposalId, true)).toMatchObject({ code: SHOW_ERROR_TIP, msg: refusal })
    expect(await decide(proposalId, false)).toMatchObject({ code: OK })
    expect(await propose(orderId, 1)).toMatchObject({ code: SHOW_ERROR_TIP, msg: refusal })
    expect(await termsOf(orderId)).toMatchObject({ refundableCents: 0, refusal })
  })

  it('what has become too much meanwhile is refused when it is approved', async () => {
    const { orderId, dear } = await makeDear()
    const proposalId = idOf(await propose(orderId, dear))
    await db.update(orderDevices).set({ paidCents: 10 }).where(eq(orderDevices.orderId, orderId))
    expect(await decide(proposalId, true)).toMatchObject({ code: SHOW_ERROR_TIP, data: { refundableCents: 10 } })
    const [row] = await db.select().from(refundProposals).where(eq(refundProposals.id, proposalId))
    expect(row?.state).toBe('waiting')
  })
})

describe('a recharge', () => {
  const recharge = async (bonusCents: number) => {
    const now = server.clock.now()
    const id = await addRechargeOrder(server, tenant.userId, 1000, {
      kind: 'beans',
      state: 'fulfilled',
      payMethod: PayMethod.balance,
      paidAt: now,
    })
    await db
      .update(orders)
      .set({ purchase: sql`purchase || ${JSON.stringify({ bonusCents })}::jsonb` })
      .where(eq(orders.id, id))
    return id
  }
  const beans = async () => (await tenant.wallet()).beansCents

  it('takes the beans back with their part of the bonus, and is refused where they are spent', async () => {
    const orderId = await recharge(101)
    expect(await propose(orderId, 500)).toMatchObject({ code: ErrorCode.BEANS_NOT_ENOUGH })
    await tenant.fill('beans', 600)
    const before = await balance()
    expect(await propose(orderId, 500)).toMatchObject({ code: OK })
    expect(await beans()).toBe(600 - 500 - 51)
    expect(await balance()).toBe(before + 500)
    expect(await auditLedger(db)).toEqual([])
  })
})

it('orders that are not done, of codes, and unknown ones are refused', async () => {
  const { orderId } = await rent()
  await db.update(orders).set({ state: 'paid' }).where(eq(orders.id, orderId))
  expect(await propose(orderId, 1)).toMatchObject({ code: SHOW_ERROR_TIP })
  await db.update(orders).set({ state: 'fulfilled', kind: 'codes' }).where(eq(orders.id, orderId))
  expect(await propose(orderId, 1)).toMatchObject({ code: SHOW_ERROR_TIP })
  expect(await propose(987_654_321, 1)).toMatchObject({ code: SHOW_ERROR_TIP })
  expect(await decide(987_654_321, true)).toMatchObject({ code: SHOW_ERROR_TIP })
})
