import { expect, it } from 'vitest'
import { unfitText } from './reason.ts'
import type { Unfit } from './verdict.ts'

it.each([
  [7010, '还差 70.10 元可用'],
  [1, '还差 0.01 元可用'],
  [10_000, '还差 100.00 元可用'],
])('%d cents short of the threshold', (missingCents, text) => {
  expect(unfitText({ why: 'belowThreshold', missingCents })).toBe(text)
})

it.each<Unfit>([
  { why: 'unknownBusiness', value: 9 },
  { why: 'otherBusiness' },
  { why: 'unknownScope', value: '9' },
  { why: 'outOfScope' },
  { why: 'notEffective' },
  { why: 'unknownType', value: 9 },
  { why: 'refused' },
  { why: 'firstRechargeOnly' },
])('$why is said as out of range', (unfit) => expect(unfitText(unfit)).toBe('所购商品不在适用范围'))

it('a later recharge has a reason of its own', () => {
  expect(unfitText({ why: 'notFirstRecharge' })).toBe('仅限首次充值可用')
})
