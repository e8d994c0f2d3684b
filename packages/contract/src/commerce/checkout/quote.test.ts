import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goods } from '../../testing/purchases.ts'
import { CouponType } from '../coupon/enums.ts'
import { isAmountZero, priceLineLabels, quoteOrder } from './quote.ts'

const off = (parValue: number) => ({ couponType: CouponType.noThresholdRoll, parValue })
const plain = (quantity = 1) => ({ goods: goods(), quantity })
const first = goods({ id: 34, goodPrice: 2990, oldGoodPrice: 4990, firstPurchase: true, firstCount: 0 })

describe('the lines of a price', () => {
  it('are unit and quantity for plain goods, whatever they once cost', () => {
    expect(quoteOrder({ lines: [plain(3)] })).toEqual({
      lines: [{ kind: 'goods', id: 33, quantity: 3, unitPriceCents: 5000, amountCents: 15_000 }],
      totalCents: 15_000,
      couponCents: 0,
      creditCents: 0,
      payableCents: 15_000,
      surplusCents: 0,
    })
  })

  it('name a first purchase and a coupon', () => {
    const quote = quoteOrder({ lines: [{ goods: first, quantity: 1 }], coupon: off(500) })
    expect(quote.lines).toEqual([
      { kind: 'goods', id: 34, quantity: 1, unitPriceCents: 4990, amountCents: 4990 },
      { kind: 'firstPurchase', id: 34, amountCents: -2000 },
      { kind: 'coupon', amountCents: -500 },
    ])
    expect(quote.payableCents).toBe(2490)
  })

  it('have no first purchase for more than one', () => {
    const quote = quoteOrder({ lines: [{ goods: first, quantity: 2 }] })
    expect(quote.lines).toEqual([{ kind: 'goods', id: 34, quantity: 2, unitPriceCents: 4990, amountCents: 9980 }])
    expect(quote.totalCents).toBe(9980)
  })

  it('name an activity, for any quantity', () => {
    const line = { goods: goods({ activityId: 7, firstPurchase: true }), quantity: 2 }
    expect(quoteOrder({ lines: [line] }).lines).toEqual([
      { kind: 'goods', id: 33, quantity: 2, unitPriceCents: 10_000, amountCents: 20_000 },
      { kind: 'activity', id: 33, amountCents: -10_000 },
    ])
  })

  it('stand in the order of the goods, with coupon and credit last', () => {
    const quote = quoteOrder({ lines: [plain(), { goods: first, quantity: 1 }], coupon: off(1), creditCents: 2 })
    expect(quote.lines.map((line) => line.kind)).toEqual(['goods', 'goods', 'firstPurchase', 'coupon', 'credit'])
  })

  it('have a Chinese name each', () => {
    expect(priceLineLabels).toEqual({
      goods: '商品金额',
      firstPurchase: '首购优惠',
      activity: '活动优惠',
      coupon: '优惠券',
      credit: '剩余价值抵扣',
    })
  })
})

describe('credit', () => {
  it.each([
    [0, 5000, 0, 0],
    [1, 4999, 1, 0],
    [4999, 1, 4999, 0],
    [5000, 0, 5000, 0],
    [5001, 0, 5000, 1],
    [9000, 0, 5000, 4000],
  ])('of %d against 5000: due %d, used %d, surplus %d', (creditCents, payableCents, used, surplusCents) => {
    const quote = quoteOrder({ lines: [plain()], creditCents })
    expect(quote).toMatchObject({ payableCents, creditCents: used, surplusCents, totalCents: 5000 })
  })

  it.each([
    ['the coupon comes off first', 500, 1000, 3500, 500],
    ['a cent stays due', 5000, 1000, 1, 3999],
    ['a cent that is due anyway is left', 500, 4999, 1, 0],
    ['credit that covers the price leaves the coupon unused', 500, 5000, 0, 0],
    ['surplus is of the credit alone', 500, 6000, 0, 0],
  ])('%s', (_name, parValue, creditCents, payableCents, couponCents) => {
    const quote = quoteOrder({ lines: [plain()], coupon: off(parValue), creditCents })
    expect(quote).toMatchObject({ payableCents, couponCents })
  })

  it('takes a percentage of the goods, not of what the credit leaves', () => {
    const coupon = { couponType: CouponType.discountCoupon, parValue: 80 }
    expect(quoteOrder({ lines: [plain()], coupon, creditCents: 3000 })).toMatchObject({
      couponCents: 1000,
      payableCents: 1000,
    })
  })

  it.each([-1, 0.5])('refuses a credit of %d', (creditCents) => {
    expect(() => quoteOrder({ lines: [plain()], creditCents })).toThrow(RangeError)
  })
})

describe('an amount of zero', () => {
  const free = { goods: goods({ goodPrice: 0 }), quantity: 1 }

  it('comes from goods that cost nothing', () => {
    expect(isAmountZero(quoteOrder({ lines: [free] }))).toBe(true)
    expect(isAmountZero(quoteOrder({ lines: [free], coupon: off(500), creditCents: 5 }))).toBe(true)
    expect(isAmountZero(quoteOrder({ lines: [] }))).toBe(true)
  })

  it('never from a discount or a credit', () => {
    expect(isAmountZero(quoteOrder({ lines: [plain()], coupon: off(99_999) }))).toBe(false)
    expect(isAmountZero(quoteOrder({ lines: [plain()], creditCents: 5000 }))).toBe(false)
  })

  it('has no coupon line', () => {
    expect(quoteOrder({ lines: [free], coupon: off(500) }).lines).toHaveLength(1)
  })
})

describe('what is refused', () => {
  it.each([
    ['a negative quantity', { lines: [plain(-1)] }],
    ['half a phone', { lines: [plain(0.5)] }],
    ['a negative price', { lines: [{ goods: goods({ goodPrice: -1 }), quantity: 1 }] }],
    ['half a cent', { lines: [{ goods: goods({ goodPrice: 0.5 }), quantity: 2 }] }],
    ['a sum that is not exact', { lines: [plain(Number.MAX_SAFE_INTEGER)] }],
    ['a coupon of a negative value', { lines: [plain()], coupon: off(-1) }],
  ])('%s', (_name, input) => expect(() => quoteOrder(input)).toThrow(RangeError))
})

it('every price adds up, and is due to the cent', () => {
  const line = fc.record({
    goods: fc
      .record({
        id: fc.integer({ min: 1, max: 3 }),
        goodPrice: fc.integer({ min: 1, max: 1e10 }),
        oldGoodPrice: fc.option(fc.integer({ min: 0, max: 1e10 })),
        firstPurchase: fc.boolean(),
        activityId: fc.option(fc.constant(7)),
      })
      .map(goods),
    quantity: fc.integer({ min: 1, max: 200 }),
  })
  const coupon = fc.option(
    fc.record({ couponType: fc.constantFrom(1, 2, 3, 4), parValue: fc.integer({ min: 0, max: 1e10 }) }),
    { nil: undefined },
  )
  const lines = fc.array(line, { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(lines, coupon, fc.integer({ min: 0, max: 1e12 }), (bought, used, creditCents) => {
      const quote = quoteOrder({ lines: bought, coupon: used, creditCents })
      expect(quote.lines.reduce((sum, part) => sum + part.amountCents, 0)).toBe(quote.payableCents)
      expect(quote.payableCents + quote.couponCents + quote.creditCents).toBe(quote.totalCents)
      expect(quote.creditCents + quote.surplusCents).toBe(creditCents)
      expect(quote.payableCents === 0).toBe(creditCents >= quote.totalCents)
      expect(quote.surplusCents === 0 || quote.couponCents === 0).toBe(true)
    }),
  )
})
