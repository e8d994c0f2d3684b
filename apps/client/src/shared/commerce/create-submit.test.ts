import type { OrderInfo } from '@yunji/contract/commerce/order/schema'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createSubmit, type MakeOrder } from './create-submit.ts'

const order = { orderId: 7 } as OrderInfo
const made: MakeOrder = async () => ({ code: ErrorCode.OK, msg: '', data: order })
const refused =
  (code: ErrorCode): MakeOrder =>
  () =>
    Promise.reject(new ApiError('说明', { code }))
type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]

const numbered = () => {
  let count = 0
  return createSubmit(() => `key-${++count}`)
}

const noting =
  (keys: string[], make: MakeOrder): MakeOrder =>
  (key) => {
    keys.push(key)
    return make(key)
  }

describe('an order that is submitted', () => {
  it('is made once by two taps', async () => {
    const { submit } = numbered()
    let calls = 0
    const make: MakeOrder = (key) => {
      calls += 1
      return made(key)
    }
    const both = await Promise.all([submit({ a: 1 }, make), submit({ a: 1 }, make)])
    expect(both).toEqual([
      { kind: 'made', order },
      { kind: 'made', order },
    ])
    expect(calls).toBe(1)
  })

  it('is tried again under the same key, and under another once something else is wanted', async () => {
    const { submit } = numbered()
    const keys: string[] = []
    const cut: MakeOrder = (key) => {
      keys.push(key)
      return Promise.reject(new ApiError('网络', { isTransport: true }))
    }
    await submit({ a: 1 }, cut)
    await submit({ a: 1 }, cut)
    await submit({ a: 2 }, cut)
    expect(keys).toEqual(['key-1', 'key-1', 'key-2'])
  })

  it('is another one for whoever comes back after it was made, and the same after a cut', async () => {
    const { submit, startOver } = numbered()
    const keys: string[] = []
    const cut: MakeOrder = () => Promise.reject(new ApiError('网络', { isTransport: true }))
    for (const make of [cut, made, made]) {
      await submit({ a: 1 }, noting(keys, make))
      startOver()
    }
    expect(keys).toEqual(['key-1', 'key-1', 'key-2'])
  })

  it.each([
    [ErrorCode.PRICE_INCONSISTENT, 'changed'],
    [ErrorCode.ORDER_PRICE_INCONSISTENT, 'changed'],
    [ErrorCode.GOODS_NOT_EXIST, 'gone'],
    [ErrorCode.GOODS_QUANTITY_EXCEEDED, 'failed'],
  ] as const)('answered %i is %s', async (code, kind) => {
    expect(await numbered().submit({}, refused(code))).toMatchObject({ kind })
  })

  it('that unpaid ones stand in the way of says so', async () => {
    const data = { pendingOrderIds: [1, 2, 3] }
    const held: MakeOrder = () =>
      Promise.reject(new ApiError('请先支付', { code: ErrorCode.GOODS_QUANTITY_EXCEEDED, data }))
    expect(await numbered().submit({}, held)).toEqual({ kind: 'blocked', text: '请先支付' })
  })

  it('of what is sold out is told as a result', async () => {
    const soldOut: MakeOrder = async () => ({ code: ErrorCode.OUT_OF_STOCK, msg: '库存不足', data: null })
    expect(await numbered().submit({}, soldOut)).toEqual({ kind: 'soldOut', text: '库存不足' })
  })
})
