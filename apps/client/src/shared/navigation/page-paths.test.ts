import { PaymentFunction } from '@yunji/contract/commerce/payment/enums'
import { MessageType } from '@yunji/contract/messages/rules'
import { expect, it, test } from 'vitest'
import {
  externalPageUrl,
  messageListPath,
  messageTypeOf,
  orderIdOf,
  orderToMakeOf,
  payForPath,
  paymentResultOf,
  payPath,
  personalPath,
  personalViewOf,
  personalViews,
  VIEW_PARAM,
} from './page-paths.ts'
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

test.each([
  ['2', MessageType.renewalReminder],
  ['5', MessageType.system],
  ['0', MessageType.notice],
  ['6', MessageType.notice],
  ['02', MessageType.notice],
  ['', MessageType.notice],
  [undefined, MessageType.notice],
])('%j asks for type %i', (text, type) => expect(messageTypeOf(text)).toBe(type))

test('the way to a list says which it is', () =>
  expect(messageListPath(MessageType.deviceTransfer)).toBe('/pages/user/messageList?messageType=3'))

test.each(personalViews)('%s is found by its own path', (view) => {
  expect(personalViewOf(paramsOf(personalPath(view))[VIEW_PARAM])).toBe(view)
})

test.each([undefined, '', 'other', 'constructor'])('%s is the profile', (text) => {
  expect(personalViewOf(text)).toBe('profile')
})

const visitor = { token: 'short+lived/1=', userId: 7 }

test.each([
  ['https://web.example', 'https://web.example?param='],
  ['https://web.example/help?from=h5', 'https://web.example/help?from=h5&param='],
])('a page at %s is told who comes', (host, start) => {
  const url = externalPageUrl(host, visitor)
  expect(url.startsWith(start)).toBe(true)
  expect(JSON.parse(new URL(url).searchParams.get('param') ?? '')).toEqual({
    token: 'short+lived/1=',
    userId: 7,
    userType: 2,
    isWeb: true,
  })
})
