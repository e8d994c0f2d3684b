import { priceLineLabels } from '@yunji/contract/commerce/checkout/quote'
import { OrderStatus } from '@yunji/contract/commerce/order/enums'
import { expect, test } from 'vitest'
import { hoursText, returnedText, willReturnText } from './order-text.ts'

test.each([
  [1, '1 小时'],
  [24, '1 天'],
  [720, '30 天'],
  [36, '36 小时'],
])('%i hours', (hours, text) => {
  expect(hoursText(hours)).toBe(text)
})

const goods = { label: priceLineLabels.goods, amountCents: 2990 }
const coupon = { label: priceLineLabels.coupon, amountCents: -100 }

test.each([
  ['buy', [goods, coupon], '库存和优惠券已退还'],
  ['buy', [goods], '库存已退还'],
  ['change', [goods], '库存已退还'],
  ['beans', [goods, coupon], '优惠券已退还'],
  ['beans', [goods], ''],
] as const)('a cancelled order of %s with %o says %s', (kind, lines, text) => {
  const order = { kind, lines: [...lines], title: '云手机 × 1' }
  expect(returnedText({ ...order, status: OrderStatus.cancelled })).toBe(text)
  expect(returnedText({ ...order, status: OrderStatus.expired })).toBe(
    ['超过支付时间', text].filter(Boolean).join('，'),
  )
})

test('what will be returned is said before an order is cancelled', () => {
  const title = '云手机 × 1'
  expect(willReturnText({ kind: 'buy', lines: [goods], title })).toBe(
    '「云手机 × 1」占用的库存会退还，需要时可以重新下单。',
  )
  expect(willReturnText({ kind: 'space', lines: [goods], title })).toBe('需要时可以重新下单。')
})
