import { describe, expect, it } from 'vitest'
import { type BalanceOffer, type BeanOffer, balanceChoiceOf, beanChoiceOf, beanLimits } from './choice.ts'

const beans: BeanOffer = {
  packs: [
    { id: 1, beansCents: 1000, bonusCents: 0, priceCents: 1000 },
    { id: 2, beansCents: 5000, bonusCents: 300, priceCents: 5000 },
  ],
  custom: { id: 9, unitCents: 100, minimumQuantity: 1, maximumQuantity: 10_000 },
  isFirstRecharge: true,
  firstRechargeCoupon: null,
}
const balance: BalanceOffer = {
  amountsCents: [5000, 10_000],
  stepCents: 100,
  minimumCents: 100,
  maximumCents: 5_000_000,
}

describe('beans', () => {
  it('of a pack arrive with what is given on top', () => {
    expect(beanChoiceOf(beans, 1, '')).toEqual({ id: 2, quantity: 1, priceCents: 5000, beansCents: 5300 })
  })

  it('of an own amount are so many pieces of a yuan', () => {
    expect(beanChoiceOf(beans, 'custom', '35')).toEqual({ id: 9, quantity: 35, priceCents: 3500, beansCents: 3500 })
  })

  it.each(['', '0', '10001', '1.5', 'x', '99999999999999999999'])('are not bought for %s', (typed) => {
    expect(beanChoiceOf(beans, 'custom', typed)).toBeUndefined()
  })

  it('say between which amounts', () => {
    expect(beanLimits(beans)).toBe('1 至 10,000 元')
  })
})

it.each([
  [0, '', 5000],
  ['custom', '50000', 5_000_000],
  ['custom', '50001', undefined],
  ['custom', '0', undefined],
] as const)('a balance of %s and %s is %s', (chosen, typed, cents) => {
  expect(balanceChoiceOf(balance, chosen, typed)).toBe(cents)
})
