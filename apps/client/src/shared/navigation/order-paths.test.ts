import { PaymentFunction } from '@yunji/contract/order/enums'
import { expect, it } from 'vitest'
import { orderIdOf, orderToMakeOf, payForPath, paymentResultOf, payPath } from './order-paths.ts'
import { paramsOf } from './params-of.ts'

it('leads to an order, or to one that is still to be made', () => {
  expect(orderIdOf(paramsOf(payPath(7)))).toBe(7)
  const wanted = { paymentFunction: PaymentFunction.cloudOrder, input: { id: 1, text: '名 & 字' }, key: 'key-12345678' }
  expect(orderToMakeOf(paramsOf(payForPath(wanted)))).toEqual(wanted)
})

it.each(['', 'orderId=0', 'orderId=x', 'paymentFunction=2&key=k&input={', 'paymentFunction=2&input={}'])(
  'believes nothing of %j',
  (query) => {
    const params = paramsOf(`/?${query}`)
    expect([orderIdOf(params), orderToMakeOf(params)]).toEqual([undefined, undefined])
  },
)

it('knows the three ends of a payment', () => {
  expect(['ok', 'cancel', 'fail', 'paid', ''].map((result) => paymentResultOf({ result }))).toEqual([
    'ok',
    'cancel',
    'fail',
    undefined,
    undefined,
  ])
})
