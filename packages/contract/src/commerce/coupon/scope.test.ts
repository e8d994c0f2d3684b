import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coupon, goods } from '../../testing/purchases.ts'
import type { GoodsTerms } from '../commodity/terms.ts'
import { CouponScope } from './enums.ts'
import { type CouponTerms, effectiveTestOf, scopeTestsOf, tokensOf } from './scope.ts'

it.each([
  [null, []],
  [undefined, []],
  ['', []],
  [' , ,', []],
  ['1', ['1']],
  ['1,12', ['1', '12']],
  [' 1 , 12 ,', ['1', '12']],
])('the tokens of %j are %j', (list, tokens) => expect(tokensOf(list)).toEqual(tokens))

const purchases = {
  regular: goods({ firstPurchase: false, firstCount: 1, activityId: null }),
  activity: goods({ firstPurchase: false, firstCount: 1, activityId: 7 }),
  first: goods({ firstPurchase: true, firstCount: 0, activityId: null }),
  firstInActivity: goods({ firstPurchase: true, firstCount: 0, activityId: 7 }),
  /** Never bought, and without first-purchase terms. */
  newWithoutTerms: goods({ firstPurchase: false, firstCount: 0, activityId: null }),
  /** Bought before, and on first-purchase terms again. */
  firstAgain: goods({ firstPurchase: true, firstCount: 1, activityId: null }),
}
type Terms = keyof typeof purchases
const all = Object.keys(purchases) as Terms[]

const effective = (scope: string | null | undefined): readonly Terms[] => {
  const test = effectiveTestOf(scope)
  return all.filter((name) => test(purchases[name]))
}

describe('effective scope', () => {
  it.each([
    [null, all],
    [undefined, all],
    ['', all],
    [' ', all],
    [',', all],
    ['1', all],
    ['1,9', all],
    ['3,1', all],
    ['2', ['regular']],
    ['3', ['activity', 'firstInActivity']],
    ['4', ['first', 'firstInActivity']],
    ['2,3', ['regular', 'activity', 'firstInActivity']],
    ['2,4', ['regular', 'first', 'firstInActivity']],
    ['3,4', ['activity', 'first', 'firstInActivity']],
    ['2,3,4', all],
    [' 4 , 2 ,3', all],
    ['9', []],
    ['9,2', ['regular']],
    ['2,2,3', ['regular', 'activity', 'firstInActivity']],
  ] as const)('%j', (scope, expected) => expect(effective(scope)).toEqual(expected))

  it.each(['12', '21', '11', '1x', '0', '-1', '01', '5', '234', '2 3 4'])(
    '%j is one unknown token, not the digits in it',
    (scope) => expect(effective(scope)).toEqual([]),
  )
})

const fits = (terms: Partial<CouponTerms>, changes: Partial<GoodsTerms> = {}): boolean | string => {
  const scope = scopeTestsOf(coupon(terms))
  if ('unknownScope' in scope) return `unknown ${scope.unknownScope}`
  return scope.tests.every((test) => test(goods(changes)))
}

const single = (scopeApplication: number | null, applicableObjects?: string | null): Partial<CouponTerms> => ({
  scopeApplication,
  applicableObjects,
})
const list = (
  scopeApplications: string,
  ...rules: readonly (readonly [type: number, objectData: string])[]
): Partial<CouponTerms> => ({
  scopeApplications,
  rules: rules.map(([type, objectData]) => ({ type, objectData })),
})

describe('single form', () => {
  it.each([
    ['full business', single(1), true],
    ['product model', single(2, '11'), true],
    ['another model', single(2, '12'), false],
    ['cloud version', single(3, '22'), true],
    ['another version', single(3, '11'), false],
    ['billable product', single(4, '33'), true],
    ['another product', single(4, '22'), false],
    ['duration', single(5, '720'), true],
    ['another duration', single(5, '33'), false],
    ['one of several', single(2, '9, 11 ,12'), true],
    ['digits within a longer id', single(2, '111,1,110'), false],
    ['no ids', single(2, ''), false],
    ['ids that are missing', single(2), false],
    ['ids that are null', single(2, null), false],
    ['an unknown scope', single(7, '11'), 'unknown 7'],
    ['no scope at all', single(null), 'unknown '],
  ])('%s', (_name, terms, expected) => expect(fits(terms)).toBe(expected))

  it('does not look at rules', () => {
    expect(fits({ ...single(2, '12'), rules: [{ type: 2, objectData: '11' }] })).toBe(false)
  })
})

describe('list form', () => {
  it.each([
    ['one scope that matches', list('2', [2, '11']), true],
    ['one that does not', list('2', [2, '12']), false],
    ['all four ids', list('2,3,4,5', [2, '11'], [3, '22'], [4, '33'], [5, '720']), true],
    ['the last does not match', list('2,5', [2, '11'], [5, '24']), false],
    ['the first does not match', list('2,5', [2, '12'], [5, '720']), false],
    ['rules in another order', list('5,2', [2, '11'], [5, '720']), true],
    ['a rule that is not listed', list('2', [2, '11'], [5, '24']), true],
    ['a listed scope without a rule', list('2,5', [2, '11']), false],
    ['no rules', list('2'), false],
    ['full business needs no rule', list('1'), true],
    ['full business beside a scope that does not match', list('1,2', [2, '12']), false],
    ['an unknown scope', list('2,9', [2, '11'], [9, '11']), 'unknown 9'],
    ['an unknown scope in words', list('all'), 'unknown all'],
    ['a number written otherwise', list('02', [2, '11']), 'unknown 02'],
  ])('%s', (_name, terms, expected) => expect(fits(terms)).toBe(expected))

  it('takes a missing rule list as empty', () => {
    expect(fits({ scopeApplications: '2', rules: null })).toBe(false)
  })

  it('wins over the single form when it names anything', () => {
    expect(fits({ ...list('2', [2, '12']), ...single(1) })).toBe(false)
    expect(fits({ ...list(' , '), ...single(2, '11') })).toBe(true)
    expect(fits({ scopeApplications: null, ...single(2, '11') })).toBe(true)
  })

  it('does not look at the objects of the single form', () => {
    expect(fits({ ...list('2'), applicableObjects: '11' })).toBe(false)
  })
})

describe('discount ratio', () => {
  const inList = (percent: string, changes?: Partial<GoodsTerms>) => fits(list('6', [6, percent]), changes)
  const inSingle = (percent: string, changes?: Partial<GoodsTerms>) => fits(single(6, percent), changes)

  it.each([
    ['49', true, true],
    ['50', true, false],
    ['51', false, false],
    [' 49 ', true, true],
    ['0', true, true],
  ])('half price against %s: list %s, single %s', (percent, listed, singled) => {
    expect(inList(percent)).toBe(listed)
    expect(inSingle(percent)).toBe(singled)
  })

  it.each([
    ['99', true, true],
    ['100', true, false],
    ['101', false, false],
  ])('no old price counts as ratio 1 against %s: list %s, single %s', (percent, listed, singled) => {
    for (const oldGoodPrice of [null, undefined, 0]) {
      expect(inList(percent, { oldGoodPrice })).toBe(listed)
      expect(inSingle(percent, { oldGoodPrice })).toBe(singled)
    }
  })

  it('reads oldPrice before oldGoodPrice', () => {
    expect(inList('60', { oldPrice: 8000 })).toBe(true)
    expect(inList('63', { oldPrice: 8000 })).toBe(false)
  })

  it.each(['', 'x', '50%', '-1', '49.5', '5e1', '00050', '12345'])('a threshold of %j matches nothing', (percent) => {
    expect(inList(percent)).toBe(false)
    expect(inSingle(percent)).toBe(false)
  })

  it('takes a threshold of four digits as it stands', () => {
    expect(inList('0050')).toBe(true)
    expect(inList('9999')).toBe(false)
  })

  it('is exact to the cent at every size', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000_000 })
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 200 }), (goodPrice, oldPrice, percent) => {
        const left = BigInt(goodPrice) * 100n
        const right = BigInt(percent) * BigInt(oldPrice)
        expect(inList(String(percent), { goodPrice, oldPrice })).toBe(left >= right)
        expect(inSingle(String(percent), { goodPrice, oldPrice })).toBe(left > right)
      }),
    )
  })
})

it('every scope of the list must match, whatever the scopes are', () => {
  const ids: Readonly<Record<number, number>> = { 2: 11, 3: 22, 4: 33, 5: 720 }
  const scope = fc.constantFrom(
    CouponScope.productModel,
    CouponScope.cloudVersion,
    CouponScope.billableTimeProducts,
    CouponScope.productDuration,
  )
  const scopes = fc.uniqueArray(fc.tuple(scope, fc.boolean()), { minLength: 1, selector: ([type]) => type })
  fc.assert(
    fc.property(scopes, (listed) => {
      const rules = listed.map(([type, matches]) => [type, matches ? `1,${ids[type]}` : '1,2'] as const)
      const expected = listed.every(([, matches]) => matches)
      expect(fits(list(listed.map(([type]) => type).join(), ...rules))).toBe(expected)
    }),
  )
})
