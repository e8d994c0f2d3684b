import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coupon, goods } from '../../testing/purchases.ts'
import { BusinessType } from '../order/enums.ts'
import { CouponType } from './enums.ts'
import {
  type CouponRejection,
  type CouponVerdict,
  couponVerdict,
  firstRechargeVerdict,
  type Purchase,
  readUsable,
  rejectionText,
} from './verdict.ts'

const one = (changes = {}, quantity = 1) => ({ goods: goods(changes), quantity })
const purchase = (...lines: Purchase['lines']): Purchase => ({ business: BusinessType.cloudMachine, lines })
const applicable = { isApplicable: true }
const rejected = (why: string, more = {}) => ({ isApplicable: false, rejection: { why, ...more } })

const fullReduction = (conditionsUse: number, more = {}) =>
  coupon({ couponType: CouponType.fullVolumeReduction, conditionsUse, ...more })
const firstRecharge = (more = {}) => coupon({ couponType: CouponType.firstRechargeCoupon, ...more })

describe('condition 1: business', () => {
  it.each(Object.values(BusinessType))('business %i matches its own order', (businessType) => {
    const verdict = couponVerdict(coupon({ businessType }), { business: businessType, lines: [one()] })
    expect(verdict).toEqual(applicable)
  })

  it.each([0, 6, -1, Number.NaN])('business %d is unknown, which the caller logs', (businessType) => {
    expect(couponVerdict(coupon({ businessType }), purchase(one()))).toEqual(
      rejected('unknownBusiness', { value: businessType }),
    )
  })

  it('another business than the order has', () => {
    const verdict = couponVerdict(coupon({ businessType: BusinessType.cloudSpace }), purchase(one()))
    expect(verdict).toEqual(rejected('otherBusiness'))
  })

  it('no coupon on an order without a business', () => {
    expect(couponVerdict(coupon(), { business: null, lines: [one()] })).toEqual(rejected('otherBusiness'))
  })
})

describe('condition 2: scope', () => {
  const scoped = coupon({ scopeApplication: 2, applicableObjects: '11' })

  it('asks every line', () => {
    expect(couponVerdict(scoped, purchase(one(), one()))).toEqual(applicable)
    expect(couponVerdict(scoped, purchase(one(), one({ goodId: 12 })))).toEqual(rejected('outOfScope'))
    expect(couponVerdict(scoped, purchase(one({ goodId: 12 }), one()))).toEqual(rejected('outOfScope'))
  })

  it('asks every listed scope of every line', () => {
    const rules = [
      { type: 2, objectData: '11' },
      { type: 5, objectData: '720' },
    ]
    const both = coupon({ scopeApplications: '2,5', rules })
    expect(couponVerdict(both, purchase(one(), one()))).toEqual(applicable)
    expect(couponVerdict(both, purchase(one(), one({ goodTime: 24 })))).toEqual(rejected('outOfScope'))
  })

  it('tells an unknown scope, which the caller logs', () => {
    expect(couponVerdict(coupon({ scopeApplication: 9 }), purchase(one()))).toEqual(
      rejected('unknownScope', { value: '9' }),
    )
  })

  it('has nothing to apply to in an empty purchase', () => {
    expect(couponVerdict(coupon(), purchase())).toEqual(rejected('outOfScope'))
  })
})

describe('condition 3: type', () => {
  it.each([
    [9999, applicable],
    [10_000, applicable],
    [10_001, rejected('belowThreshold', { missingCents: 1 })],
    [17_010, rejected('belowThreshold', { missingCents: 7010 })],
  ])('two at 50 yuan against a threshold of %d cents', (conditionsUse, expected) => {
    expect(couponVerdict(fullReduction(conditionsUse), purchase(one({}, 2)))).toEqual(expected)
  })

  it('holds the threshold against the sum of the lines', () => {
    expect(couponVerdict(fullReduction(15_000), purchase(one({}, 2), one()))).toEqual(applicable)
    expect(couponVerdict(fullReduction(15_001), purchase(one({}, 2), one()))).toEqual(
      rejected('belowThreshold', { missingCents: 1 }),
    )
  })

  it.each([CouponType.noThresholdRoll, CouponType.discountCoupon])('type %i asks for no threshold', (couponType) => {
    expect(couponVerdict(coupon({ couponType, conditionsUse: 99_999 }), purchase(one()))).toEqual(applicable)
  })

  it('a first-recharge coupon never passes in a purchase', () => {
    expect(couponVerdict(firstRecharge(), purchase(one()))).toEqual(rejected('firstRechargeOnly'))
  })

  it.each([0, 5, -1, -4])('type %d is unknown, which the caller logs', (couponType) => {
    expect(couponVerdict(coupon({ couponType }), purchase(one()))).toEqual(
      rejected('unknownType', { value: couponType }),
    )
  })

  it.each([-1, 0.5])('refuses a threshold of %d cents', (conditionsUse) => {
    expect(() => couponVerdict(fullReduction(conditionsUse), purchase(one()))).toThrow(RangeError)
  })
})

describe('usable', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    [' true ', true],
    ['\tfalse\n', false],
    [null, undefined],
    [undefined, undefined],
    ['', undefined],
    ['yes', undefined],
    ['"true"', undefined],
    ['1', undefined],
    ['null', undefined],
    ['TRUE', undefined],
    [1, undefined],
    [0, undefined],
    [{}, undefined],
  ])('%j is %s', (usable, expected) => expect(readUsable(usable)).toBe(expected))

  it('true stands for the threshold', () => {
    expect(couponVerdict(fullReduction(99_999, { usable: true }), purchase(one()))).toEqual(applicable)
  })

  it.each([true, 'true', false])('%j never lets a first-recharge coupon pass in a purchase', (usable) => {
    expect(couponVerdict(firstRecharge({ usable }), purchase(one()))).toEqual(rejected('firstRechargeOnly'))
  })

  it('false refuses what would pass', () => {
    expect(couponVerdict(coupon({ usable: false }), purchase(one()))).toEqual(rejected('refused'))
    expect(couponVerdict(coupon({ usable: 'false' }), purchase(one()))).toEqual(rejected('refused'))
    expect(couponVerdict(fullReduction(0, { usable: false }), purchase(one()))).toEqual(rejected('refused'))
  })

  it('false still tells what is missing to the threshold', () => {
    expect(couponVerdict(fullReduction(5001, { usable: false }), purchase(one()))).toEqual(
      rejected('belowThreshold', { missingCents: 1 }),
    )
  })

  it('unclear leaves the threshold to decide', () => {
    expect(couponVerdict(fullReduction(5001, { usable: '' }), purchase(one()))).toEqual(
      rejected('belowThreshold', { missingCents: 1 }),
    )
  })

  it('true replaces nothing else', () => {
    const usable = true
    const outOfScope = coupon({ usable, scopeApplication: 2, applicableObjects: '12' })
    expect(couponVerdict(outOfScope, purchase(one()))).toEqual(rejected('outOfScope'))
    expect(couponVerdict(coupon({ usable, effectiveScope: '3' }), purchase(one()))).toEqual(rejected('notEffective'))
    expect(couponVerdict(coupon({ usable, businessType: 4 }), purchase(one()))).toEqual(rejected('otherBusiness'))
    expect(couponVerdict(coupon({ usable, couponType: 9 }), purchase(one()))).toEqual(
      rejected('unknownType', { value: 9 }),
    )
  })
})

describe('effective scope', () => {
  it('is a further condition on every line', () => {
    const inActivity = coupon({ effectiveScope: '3' })
    expect(couponVerdict(inActivity, purchase(one({ activityId: 7 })))).toEqual(applicable)
    expect(couponVerdict(inActivity, purchase(one({ activityId: 7 }), one()))).toEqual(rejected('notEffective'))
  })
})

it('gives reasons in the order business, scope, effective scope, threshold', () => {
  const faults = [
    { businessType: 4 },
    { scopeApplication: 2, applicableObjects: '12' },
    { effectiveScope: '3' },
    { conditionsUse: 99_999 },
  ]
  const reasons = faults.map((_, from) => {
    const verdict: CouponVerdict = couponVerdict(fullReduction(0, Object.assign({}, ...faults.slice(from))), {
      ...purchase(one()),
    })
    return verdict.isApplicable ? 'none' : verdict.rejection.why
  })
  expect(reasons).toEqual(['otherBusiness', 'outOfScope', 'notEffective', 'belowThreshold'])
})

it('a purchase is fit exactly when each of its lines is, and their sum reaches the threshold', () => {
  const line = fc.record({
    goods: fc.record({ goodId: fc.constantFrom(11, 12), activityId: fc.constantFrom(null, 7) }).map(goods),
    quantity: fc.integer({ min: 1, max: 9 }),
  })
  const kinds = fc.record({
    scopeApplication: fc.constantFrom(1, 2),
    effectiveScope: fc.constantFrom('', '2', '3'),
    conditionsUse: fc.integer({ min: 0, max: 200_000 }),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), kinds, (lines, kind) => {
      const terms = fullReduction(0, { ...kind, applicableObjects: '11' })
      const eachFits = lines.every(
        (single) => couponVerdict({ ...terms, conditionsUse: 0 }, purchase(single)).isApplicable,
      )
      const sum = lines.reduce((total, { quantity }) => total + 5000 * quantity, 0)
      expect(couponVerdict(terms, purchase(...lines)).isApplicable).toBe(eachFits && sum >= terms.conditionsUse)
    }),
  )
})

const terms = { couponType: CouponType.firstRechargeCoupon, businessType: BusinessType.cloudBeans }
const whyNot = (changes: object, isFirstRecharge = true) => {
  const verdict = firstRechargeVerdict(coupon({ ...terms, ...changes }), isFirstRecharge)
  return verdict.isApplicable ? undefined : verdict.rejection
}

it('applies to the first paid bean recharge', () => {
  expect(whyNot({})).toBeUndefined()
  expect(whyNot({ usable: true })).toBeUndefined()
})

it('asks for no threshold, scope or effect', () => {
  expect(whyNot({ conditionsUse: 99_999, scopeApplication: 2, effectiveScope: '3' })).toBeUndefined()
})

it('does not apply to a later one', () => {
  expect(whyNot({}, false)).toEqual({ why: 'notFirstRecharge' })
  expect(whyNot({ usable: true }, false)).toEqual({ why: 'notFirstRecharge' })
})

it('does not apply when the server says so', () => {
  expect(whyNot({ usable: 'false' })).toEqual({ why: 'refused' })
})

it('is for beans alone', () => {
  expect(whyNot({ businessType: BusinessType.cloudSpace })).toEqual({ why: 'otherBusiness' })
  expect(whyNot({ businessType: 9 })).toEqual({ why: 'unknownBusiness', value: 9 })
})

it('is no rule for other coupons', () => {
  expect(whyNot({ couponType: CouponType.noThresholdRoll })).toEqual({ why: 'outOfScope' })
})

it.each([
  [7010, '还差 70.10 元可用'],
  [1, '还差 0.01 元可用'],
  [10_000, '还差 100.00 元可用'],
])('%d cents short of the threshold', (missingCents, text) => {
  expect(rejectionText({ why: 'belowThreshold', missingCents })).toBe(text)
})

it.each<CouponRejection>([
  { why: 'unknownBusiness', value: 9 },
  { why: 'otherBusiness' },
  { why: 'unknownScope', value: '9' },
  { why: 'outOfScope' },
  { why: 'notEffective' },
  { why: 'unknownType', value: 9 },
  { why: 'refused' },
  { why: 'firstRechargeOnly' },
])('$why is said as out of range', (reason) => expect(rejectionText(reason)).toBe('所购商品不在适用范围'))

it('a later recharge has a reason of its own', () => {
  expect(rejectionText({ why: 'notFirstRecharge' })).toBe('仅限首次充值可用')
})
