import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import type { BigUserList, OrderInfo } from '@yunji/contract/commerce/order/schema'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { eventually } from '@yunji/testkit/eventually'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { createDevices } from '../../../testing/devices.ts'
import { createOperatorHarness } from '../../../testing/operators.ts'
import { OPERATOR_TOKEN } from '../../../testing/server-harness.ts'
import { openShop } from '../../../testing/shop.ts'
import { useServer } from '../../../testing/use-server.ts'
import { transfer } from '../ledger/index.ts'

const PRICE_CENTS = 900
const AS_OPERATOR = { token: OPERATOR_TOKEN }

const server = await useServer()
const shop = await openShop(server)
const make = createDevices(server)
let userId = 0
let token = ''
let linkCode = ''
beforeEach(async () => {
  ;({ userId, token } = await make.addPerson())
  linkCode = ((await agree()).data as { linkCode: string }).linkCode
})

const agree = (changes: object = {}, as = AS_OPERATOR) => {
  const items = [{ id: shop.productId, goodPrice: PRICE_CENTS }]
  return server.post(
    '/vmcloud/api/operator/createBigUserList',
    { userId, title: '协议价', maximumPhones: 60, items, ...changes },
    as,
  )
}
const show = (code = linkCode, as = token) =>
  server.get(`/vmcloud/api/order/getBigUserList?linkCode=${code}`, { token: as })
const buy = (changes: object = {}, as = token) => {
  const { quantity, goodPrice, ...others } = { quantity: 1, goodPrice: PRICE_CENTS, ...changes }
  return server.post(
    '/vmcloud/api/order/createBigUserLinkOrder',
    {
      linkCode,
      items: [{ id: shop.productId, quantity, goodPrice }],
      zoneId: shop.zoneId,
      totalCents: quantity * goodPrice,
      ...others,
    },
    { token: as, headers: { 'idempotency-key': shop.nextKey() } },
  )
}

const cancelAll = async (): Promise<void> => {
  const { data } = await server.get('/vmcloud/api/order/getOrderList?filter=pending', { token })
  for (const { orderId } of (data as { records: OrderInfo[] }).records)
    await server.post('/vmcloud/api/order/cancelOrder', { orderId }, { token })
}

it('shows its user what was agreed on, beside what it costs others', async () => {
  const { data } = await show()
  expect(data).toMatchObject({ title: '协议价', maximumPhones: 60, expiresAt: null, imageTypes: [1, 2] })
  const [item] = (data as BigUserList).items
  expect(item).toMatchObject({ id: shop.productId, goodTime: 720, goodPrice: PRICE_CENTS })
  expect(item?.oldGoodPrice).toBeGreaterThan(PRICE_CENTS)
})

it('says nothing to anybody else: a foreign, a closed, an over and an unknown one look alike', async () => {
  const stranger = await make.addPerson()
  const unknown = await show('never-given-out', stranger.token)
  expect(unknown).toMatchObject({ code: 1080, msg: '内容不存在或已被删除', data: null })
  const foreign = await show(linkCode, stranger.token)
  expect({ ...foreign, ts: 0 }).toEqual({ ...unknown, ts: 0 })
  expect(await buy({}, stranger.token)).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
  const { data } = await agree({ expiresAt: later(server.clock.now(), DAY_MS).getTime() })
  const over = (data as { linkCode: string }).linkCode
  expect(await show(over)).toMatchObject({ code: 200 })
  server.clock.advance(DAY_MS)
  expect(await show(over)).toMatchObject({ code: 1080 })
  await server.post('/vmcloud/api/operator/closeBigUserList', { linkCode }, AS_OPERATOR)
  expect(await show()).toMatchObject({ code: 1080 })
  expect(await buy()).toMatchObject({ code: 1080 })
})

it('sells at its prices and up to its own limit', async () => {
  await shop.setCapacity(200)
  expect(await buy({ quantity: 60 })).toMatchObject({
    code: 200,
    data: { kind: 'bigUser', payableCents: 60 * PRICE_CENTS },
  })
  expect(await buy({ quantity: 61 })).toMatchObject({ code: 1014 })
  // Unpaid phones together: as many as the list allows, in plain orders too.
  expect(await buy({ quantity: 1 })).toMatchObject({ code: 1014, msg: expect.stringContaining('同时最多 60 台') })
  await cancelAll()
  expect(await buy({ goodPrice: PRICE_CENTS - 1 })).toMatchObject({ code: 1016 })
  expect(await buy({ totalCents: PRICE_CENTS + 1 })).toMatchObject({ code: 1023, data: { differenceCents: -1 } })
  const other = [{ id: shop.productId + 1, quantity: 1, goodPrice: PRICE_CENTS }]
  expect(await buy({ items: other })).toMatchObject({ code: 1022 })
})

it('becomes phones like any other order', async () => {
  const from = { kind: 'alipay' } as const
  const entry = { key: `fill:${userId}`, reason: 'recharge' as const, from, to: { userId, kind: 'beans' as const } }
  await server.database.db.transaction((tx) => transfer(tx, { ...entry, amountCents: 5000 }, server.clock.now()))
  const { orderId } = (await buy({ quantity: 2 })).data as OrderInfo
  await server.post('/vmcloud/api/order/payOrder', { orderId, payMethod: PayMethod.beans }, { token })
  await eventually(async () =>
    expect((await server.get(`/vmcloud/api/order/getOrderInfo?orderId=${orderId}`, { token })).data).toMatchObject({
      status: OrderStatus.fulfilled,
    }),
  )
})

it('is made by an operator only, of goods that are sold, for somebody who is there', async () => {
  expect(await agree({}, { token })).toMatchObject({ code: 2017 })
  expect(await agree({ items: [{ id: 999_999, goodPrice: 1 }] })).toMatchObject({ code: 1022 })
  expect(await agree({ items: [{ id: shop.productId, goodPrice: 0 }] })).toMatchObject({ code: 1080 })
  expect(await agree({ expiresAt: Number.MAX_SAFE_INTEGER })).toMatchObject({ code: 1080 })
  expect(await agree({ userId: 999_999 })).toMatchObject({ code: 1080, msg: '内容不存在或已被删除' })
  const twice = [1, 2].map((goodPrice) => ({ id: shop.productId, goodPrice }))
  expect(await agree({ items: twice })).toMatchObject({ code: 1080, msg: '同一商品只能有一个协议价' })
  const unknown = { linkCode: 'never-given-out' }
  expect(await server.post('/vmcloud/api/operator/closeBigUserList', unknown, AS_OPERATOR)).toMatchObject({
    code: 1080,
  })
})

it('is told which coupons fit the prices of the list', async () => {
  const half = await shop.issueCoupon(userId, { couponType: 3, parValue: 50 })
  const far = await shop.issueCoupon(userId, { couponType: 1, conditionsUse: 2 * PRICE_CENTS + 100 })
  const ask = (more: object, as = token) =>
    server.post(
      '/vmcloud/api/coupon/getOrderCoupons',
      { kind: 'bigUser', items: [{ id: shop.productId, quantity: 2 }], ...more },
      { token: as },
    )
  expect((await ask({ linkCode })).data).toMatchObject({
    usable: [{ coupon: { id: half }, discountCents: PRICE_CENTS }],
    unusable: [{ coupon: { id: far }, reason: '还差 1.00 元可用' }],
  })
  expect(await ask({})).toMatchObject({ code: 1080, msg: '请说明是哪一份大客户清单' })
  const stranger = await make.addPerson()
  expect((await ask({ linkCode }, stranger.token)).code).toBe(1080)
})

it('is listed for operators by user and state, with its link for those who may write', async () => {
  const lists = async (query: string, as: { token: string } = AS_OPERATOR) =>
    ((await server.get(`/vmcloud/api/operator/getBigUserLists${query}`, as)).data as { records: object[] }).records
  const [list] = await lists(`?userId=${userId}&state=open`)
  expect(list).toMatchObject({ userId, title: '协议价', linkCode, state: 'open', prices: [{ goodPrice: PRICE_CENTS }] })
  const reader = await createOperatorHarness(server).addReady('readonly')
  expect((await lists(`?userId=${userId}`, reader))[0]).toMatchObject({ linkCode: '' })
  await server.post('/vmcloud/api/operator/closeBigUserList', { linkCode }, AS_OPERATOR)
  expect(await lists(`?userId=${userId}&state=open`)).toEqual([])
  expect(await lists(`?userId=${userId}&state=closed`)).toHaveLength(1)
})
