import { describe, expect, it } from 'vitest'
import { isSamePrice, type PriceTerms, priceRefusalOf, type RepriceRule, repriced, saleCents } from './pricing.ts'

const plain = { isMetered: false, activityCents: [] }
const terms = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  priceCents: 5000,
  oldPriceCents: null,
  firstPriceCents: null,
  ...changes,
})

describe('prices that a product can have', () => {
  it.each([
    ['a plain price', {}, plain, null],
    ['the lowest price', { priceCents: 1 }, plain, null],
    ['the highest price', { priceCents: 100_000_00 }, plain, null],
    ['nothing', { priceCents: 0 }, plain, 'tooLow'],
    ['less than nothing', { priceCents: -1 }, plain, 'tooLow'],
    ['a first purchase for nothing', { firstPriceCents: 0 }, plain, 'tooLow'],
    ['more than the limit', { priceCents: 100_000_01 }, plain, 'tooHigh'],
    ['an old price above', { oldPriceCents: 5001 }, plain, null],
    ['an old price that is the same', { oldPriceCents: 5000 }, plain, 'oldNotAbove'],
    ['a first price below', { firstPriceCents: 4999 }, plain, null],
    ['a first price that is the same', { firstPriceCents: 5000 }, plain, 'firstNotBelow'],
    ['a first price by the hour', { firstPriceCents: 1 }, { isMetered: true, activityCents: [] }, 'firstOfMetered'],
    ['an activity below', {}, { isMetered: false, activityCents: [4999] }, null],
    ['an activity at the price', {}, { isMetered: false, activityCents: [3000, 5000] }, 'activityNotBelow'],
  ])('%s', (_name, changes, product, refusal) => expect(priceRefusalOf(terms(changes), product)).toBe(refusal))

  it('the schema has the same limits', () => {
    for (const cents of [1, 100_000_00]) expect(saleCents.safeParse(cents).success).toBe(true)
    for (const cents of [0, -1, 100_000_01, 1.5]) expect(saleCents.safeParse(cents).success).toBe(false)
  })
})

describe('a rule', () => {
  const rule = (changes: Partial<RepriceRule>): RepriceRule => ({
    by: 'percent',
    change: 1000,
    target: 'all',
    rounding: 'fen',
    ...changes,
  })
  it.each([
    ['ten per cent more', rule({}), 5500],
    ['a third of a per cent less', rule({ change: -33 }), 4984],
    ['one yuan less', rule({ by: 'amount', change: -100 }), 4900],
    ['to whole jiao', rule({ change: 333, rounding: 'jiao' }), 5170],
    ['to whole yuan', rule({ change: 333, rounding: 'yuan' }), 5200],
    ['below nothing', rule({ by: 'amount', change: -6000 }), -1000],
  ])('%s', (_name, by, cents) => expect(repriced(terms(), by).priceCents).toBe(cents))

  it('changes the prices that it is about, and adds none', () => {
    const all = terms({ oldPriceCents: 6000, firstPriceCents: 3000 })
    expect(repriced(all, rule({}))).toEqual({ priceCents: 5500, oldPriceCents: 6600, firstPriceCents: 3300 })
    expect(repriced(all, rule({ target: 'price' }))).toEqual({ ...all, priceCents: 5500 })
    expect(repriced(all, rule({ target: 'first' }))).toEqual({ ...all, firstPriceCents: 3300 })
    expect(isSamePrice(repriced(terms(), rule({ target: 'first' })), terms())).toBe(true)
  })
})
