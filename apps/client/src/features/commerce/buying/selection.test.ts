import { describe, expect, it } from 'vitest'
import { paramsOf } from '../../../shared/navigation/params-of.ts'
import { anything, buyPath, type Wish, wishOf } from './selection.ts'

describe('a wish', () => {
  it('comes out of an address as it went in', () => {
    const wish: Wish = { goodId: 3, configId: 9, goodTime: 1, isMetered: true, zoneId: 2, imageType: 1, quantity: 4 }
    expect(wishOf(paramsOf(buyPath(wish)))).toEqual(wish)
  })

  it.each(['quantity=-1', 'quantity=1.5', 'goodId=x', 'zoneId=', 'goodId=99999999999999999999', 'isMetered=yes'])(
    'of %s is none',
    (query) => {
      expect(wishOf(paramsOf(`/?${query}`))).toEqual(anything)
    },
  )
})
