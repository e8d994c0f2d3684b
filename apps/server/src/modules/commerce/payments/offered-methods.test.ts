import { getOrderInfo } from '@yunji/contract/commerce/order/calls'
import { PayMethod } from '@yunji/contract/commerce/payment/enums'
import { expect, it } from 'vitest'
import type { Binding, CallContext } from '../../../platform/http/binding.ts'
import type { PaymentProvider } from '../../../platform/payments.ts'
import { offerConnectedMethods } from './offered-methods.ts'

const { alipay, wechat, beans, balance } = PayMethod
const provider = {} as PaymentProvider
const ask = (payments: Parameters<typeof offerConnectedMethods>[0], answer: unknown) => {
  const binding: Binding = { call: getOrderInfo, run: async () => answer }
  return offerConnectedMethods(payments, [binding])[0]?.run({}, {} as CallContext)
}
const order = { orderId: 7, payMethods: [alipay, wechat, beans, balance] }

it('offers every method where both providers are connected', async () => {
  expect(await ask({ alipay: provider, wechat: provider }, order)).toEqual(order)
})

it('leaves out a provider without settings, in every answer about an order', async () => {
  const narrowed = { orderId: 7, payMethods: [alipay, beans, balance] }
  expect(await ask({ alipay: provider }, order)).toEqual(narrowed)
  expect(await ask({ alipay: provider }, { order, next: {} })).toEqual({ order: narrowed, next: {} })
  expect(await ask({ alipay: provider }, { records: [order], total: 1 })).toEqual({ records: [narrowed], total: 1 })
  expect(await ask({ wechat: provider }, order)).toMatchObject({ payMethods: [wechat, beans, balance] })
  expect(await ask({}, order)).toMatchObject({ payMethods: [beans, balance] })
})

it('leaves other answers alone', async () => {
  for (const answer of [null, undefined, 'text', [order], { records: [{ id: 1 }] }, { name: 'x' }]) {
    expect(await ask({}, answer)).toEqual(answer)
  }
})
