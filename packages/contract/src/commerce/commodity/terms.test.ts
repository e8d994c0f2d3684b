import { describe, expect, it } from 'vitest'
import { goods } from '../../testing/purchases.ts'
import { InventoryStatus } from './enums.ts'
import { goodsPrice } from './schema.ts'
import {
  chargedLines,
  type GoodsTerms,
  hasActivity,
  inventoryStatusOf,
  oldPriceOf,
  purchaseCents,
  regularPriceOf,
} from './terms.ts'

describe('old price', () => {
  it.each([
    [8000, 9000, 8000],
    [undefined, 9000, 9000],
    [null, 9000, 9000],
    [0, 9000, 9000],
    [8000, undefined, 8000],
    [0, 0, undefined],
    [null, null, undefined],
    [undefined, undefined, undefined],
  ])('oldPrice %s and oldGoodPrice %s: %s', (oldPrice, oldGoodPrice, expected) => {
    expect(oldPriceOf(goods({ oldPrice, oldGoodPrice }))).toBe(expected)
  })
})

describe('activity', () => {
  it.each([
    [null, false],
    [undefined, false],
    [1, true],
    [0, true],
  ])('%s: %s', (activityId, present) => expect(hasActivity(goods({ activityId }))).toBe(present))
})

describe('regular price', () => {
  it.each([
    ['a plain product costs its price, whatever it once cost', {}, 5000],
    ['on first-purchase terms it is the old price', { firstPurchase: true }, 10_000],
    ['in an activity it is the old price', { activityId: 7 }, 10_000],
    ['without an old price it is the price', { firstPurchase: true, oldGoodPrice: null }, 5000],
    ['an old price below the price is none', { activityId: 7, oldGoodPrice: 4000 }, 5000],
  ])('%s', (_name, changes, expected) => expect(regularPriceOf(goods(changes))).toBe(expected))
})

describe('charged lines', () => {
  const first = goods({ firstPurchase: true, firstCount: 0 })
  const pricesOf = (lines: readonly { goods: GoodsTerms; quantity: number }[]) =>
    chargedLines(lines).map((line) => [line.goods.goodPrice, line.goods.firstPurchase, line.quantity])

  it('gives first-purchase terms to one', () => {
    expect(pricesOf([{ goods: first, quantity: 1 }])).toEqual([[5000, true, 1]])
  })

  it('charges the regular price for each of two', () => {
    expect(pricesOf([{ goods: first, quantity: 2 }])).toEqual([[10_000, false, 2]])
  })

  it('charges the regular price when two stand on two lines', () => {
    const line = { goods: first, quantity: 1 }
    expect(pricesOf([line, line])).toEqual([
      [10_000, false, 1],
      [10_000, false, 1],
    ])
  })

  it('looks at each product by itself', () => {
    const other = { ...first, id: 34 }
    expect(
      pricesOf([
        { goods: first, quantity: 1 },
        { goods: other, quantity: 2 },
      ]),
    ).toEqual([
      [5000, true, 1],
      [10_000, false, 2],
    ])
  })

  it('leaves the price of an activity alone', () => {
    expect(pricesOf([{ goods: { ...first, activityId: 7 }, quantity: 2 }])).toEqual([[5000, false, 2]])
  })

  it('leaves everything else alone', () => {
    const lines = [{ goods: goods(), quantity: 9 }]
    expect(chargedLines(lines)).toEqual(lines)
    expect(chargedLines([])).toEqual([])
  })

  it('stays the same when charged again', () => {
    const once = chargedLines([{ goods: first, quantity: 2 }])
    expect(chargedLines(once)).toEqual(once)
  })
})

describe('the sum of a purchase', () => {
  it('is unit price times quantity over all lines', () => {
    const lines = [
      { goods: goods({ goodPrice: 100 }), quantity: 3 },
      { goods: goods({ goodPrice: 7 }), quantity: 1 },
    ]
    expect(purchaseCents(lines)).toBe(307)
    expect(purchaseCents([])).toBe(0)
  })

  it.each([-1, 0.5])('refuses a quantity of %d', (quantity) => {
    expect(() => purchaseCents([{ goods: goods(), quantity }])).toThrow(RangeError)
  })
})

it('takes the goods of the wire as they come', () => {
  const terms: GoodsTerms = goodsPrice.parse({ ...goods(), activityId: 3, isMetered: false })
  expect(hasActivity(terms)).toBe(true)
})

it.each([
  [100, 100, InventoryStatus.adequate],
  [50, 100, InventoryStatus.adequate],
  [49, 100, InventoryStatus.normal],
  [20, 100, InventoryStatus.normal],
  [19, 100, InventoryStatus.nervous],
  [1, 100, InventoryStatus.nervous],
  [1, 1, InventoryStatus.adequate],
  [0, 100, InventoryStatus.insufficient],
  [-1, 100, InventoryStatus.insufficient],
  [0, 0, InventoryStatus.insufficient],
])('%i of %i left is status %i', (left, capacity, status) => expect(inventoryStatusOf(left, capacity)).toBe(status))
