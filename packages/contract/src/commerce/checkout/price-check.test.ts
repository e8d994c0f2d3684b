import { describe, expect, it } from 'vitest'
import { type PriceCheck, priceProblem } from './price-check.ts'

const check = (changes: Partial<PriceCheck> = {}): PriceCheck => ({
  sent: [
    { id: 1, goodPrice: 5000 },
    { id: 2, goodPrice: 300 },
  ],
  sentTotalCents: 5300,
  currentCents: new Map([
    [1, 5000],
    [2, 300],
  ]),
  currentTotalCents: 5300,
  ...changes,
})

describe('prices as they were seen', () => {
  it('are fine when nothing has changed', () => {
    expect(priceProblem(check())).toBeUndefined()
  })

  it('report each unit price that has changed, with its difference', () => {
    const currentCents = new Map([
      [1, 5100],
      [2, 299],
    ])
    expect(priceProblem(check({ currentCents }))).toEqual({
      error: 'PRICE_INCONSISTENT',
      data: {
        lines: [
          { id: 1, sentCents: 5000, currentCents: 5100, differenceCents: 100 },
          { id: 2, sentCents: 300, currentCents: 299, differenceCents: -1 },
        ],
      },
    })
  })

  it('report goods that are no longer offered, and only those', () => {
    expect(priceProblem(check({ currentCents: new Map([[2, 300]]) }))).toEqual({
      error: 'PRICE_INCONSISTENT',
      data: { lines: [{ id: 1, sentCents: 5000, currentCents: null, differenceCents: null }] },
    })
  })

  it('report unit prices before the total', () => {
    const changed = check({ currentCents: new Map([[1, 5000]]), currentTotalCents: 1 })
    expect(priceProblem(changed)?.error).toBe('PRICE_INCONSISTENT')
  })

  it.each([
    [5301, 1],
    [5299, -1],
  ])('report a total of %d', (currentTotalCents, differenceCents) => {
    expect(priceProblem(check({ currentTotalCents }))).toEqual({
      error: 'ORDER_PRICE_INCONSISTENT',
      data: { sentCents: 5300, currentCents: currentTotalCents, differenceCents },
    })
  })

  it('compare the total alone when no unit prices were sent', () => {
    expect(priceProblem(check({ sent: [] }))).toBeUndefined()
    expect(priceProblem(check({ sent: [], sentTotalCents: 1 }))?.error).toBe('ORDER_PRICE_INCONSISTENT')
  })

  it.each([-1, 0.5])('refuse %d as an amount', (cents) => {
    expect(() => priceProblem(check({ sentTotalCents: cents }))).toThrow(RangeError)
    expect(() => priceProblem(check({ currentTotalCents: cents }))).toThrow(RangeError)
    expect(() => priceProblem(check({ sent: [{ id: 1, goodPrice: cents }] }))).toThrow(RangeError)
    expect(() => priceProblem(check({ currentCents: new Map([[1, cents]]) }))).toThrow(RangeError)
  })
})
