import { describe, expect, it } from 'vitest'
import { allCalls } from '../../calls.ts'
import { PayMethod, payScenes } from '../payment/enums.ts'
import { createOrder } from './calls.ts'
import { orderKinds } from './enums.ts'
import {
  businessOfCall,
  isOfferedIn,
  isQuantityExceeded,
  namedBusinesses,
  payMethodsOf,
  pendingRefusal,
  takesPhones,
} from './rules.ts'

it('is what section 5 says of each order', () => {
  expect(businessOfCall).toEqual({
    createCloudOrder: 1,
    createCloudOrderNew: 1,
    createBigUserLinkOrder: 1,
    createSeckillActivityOrder: 1,
    createTimeToMonthOrder: 1,
    createUpOrDownOrder: 2,
    createVideoOrder: 2,
    purchaseActivationCode: 5,
    agentBalanceRecharge: null,
  })
  expect(namedBusinesses).toEqual([3, 4])
})

it('knows every call that creates an order', () => {
  const creating = allCalls.filter((call) => call.idempotent && call.path.startsWith('/vmcloud/api/order/'))
  const names = creating.map((call) => call.path.split('/').pop())
  expect(names.toSorted()).toEqual([...Object.keys(businessOfCall), 'createOrder'].toSorted())
})

it('lets createOrder name no other', () => {
  const { businessType } = createOrder.input.shape
  expect([1, 2, 3, 4, 5, '3'].filter((value) => businessType.safeParse(value).success)).toEqual([3, 4])
})

it('lets nobody buy beans with beans, or fill a balance from itself', () => {
  expect(payMethodsOf('beans')).toEqual([PayMethod.alipay, PayMethod.wechat, PayMethod.balance])
  expect(payMethodsOf('balance')).toEqual([PayMethod.alipay, PayMethod.wechat])
})

it.each(orderKinds.filter((kind) => kind !== 'beans' && kind !== 'balance'))('pays %s in four ways', (kind) =>
  expect(payMethodsOf(kind)).toEqual([PayMethod.alipay, PayMethod.wechat, PayMethod.beans, PayMethod.balance]),
)

it('lets the first hour of a metered phone be paid in beans alone', () => {
  expect(payMethodsOf('buy', true)).toEqual([PayMethod.beans])
})

it('offers Alipay in a browser, and not inside WeChat', () => {
  const offering = (method: PayMethod) => payScenes.filter((scene) => isOfferedIn(method, scene))
  expect(offering(PayMethod.alipay)).toEqual(['h5', 'desktop'])
  expect(offering(PayMethod.wechat)).toEqual(payScenes)
})

const held = (...phones: readonly number[]) =>
  phones.map((count, index) => ({ orderId: index + 1, title: `云手机 × ${count}`, phones: count }))

describe('unpaid orders for phones', () => {
  it.each([
    [[], 50, 50],
    [[49], 1, 50],
    [[1, 1], 48, 50],
    [[100], 100, 200],
    [[], 51, 50],
  ])('of %j leave room for %i of %i', (phones, wanted, maximum) => {
    expect(pendingRefusal(held(...phones), wanted, maximum)).toBeNull()
  })

  it('are three at most, and named', () => {
    expect(pendingRefusal(held(1, 2, 3), 1, 50)).toBe(
      '您有 3 笔订单待支付：「云手机 × 1」、「云手机 × 2」、「云手机 × 3」，请先支付或取消',
    )
  })

  it.each([
    [[50], 1, 50],
    [[25, 25], 1, 50],
    [[199], 2, 200],
  ])('of %j leave no room for %i of %i', (phones, wanted, maximum) => {
    expect(pendingRefusal(held(...phones), wanted, maximum)).toContain(`同时最多 ${maximum} 台`)
  })

  it('say which they are and how much they hold', () => {
    expect(pendingRefusal(held(30, 15), 10, 50)).toBe(
      '待支付订单「云手机 × 30」、「云手机 × 15」已占用 45 台，同时最多 50 台，请先支付或取消',
    )
  })
})

it('takes phones out of stock for these kinds of orders alone', () => {
  expect(orderKinds.filter(takesPhones)).toEqual(['buy', 'seckill', 'bigUser'])
})

it.each([
  [[50], undefined, false],
  [[51], undefined, true],
  [[25, 25], undefined, false],
  [[25, 26], undefined, true],
  [[], undefined, false],
  [[200], 200, false],
  [[201], 200, true],
  [[11], 10, true],
])('%j phones, limit %s: exceeded %s', (quantities, limit, exceeded) => {
  const lines = quantities.map((quantity) => ({ quantity }))
  expect(isQuantityExceeded(lines, limit)).toBe(exceeded)
})

it.each([-1, 0.5])('refuses a quantity of %d', (quantity) => {
  expect(() => isQuantityExceeded([{ quantity }])).toThrow(RangeError)
})
