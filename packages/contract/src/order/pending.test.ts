import { describe, expect, it } from 'vitest'
import { orderKinds } from './kinds.ts'
import { pendingRefusal, takesPhones } from './pending.ts'

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
