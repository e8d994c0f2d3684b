import { describe, expect, it } from 'vitest'
import { paramsOf } from '../../../shared/navigation/params-of.ts'
import { buyPath, emptySelection, type Selection, selectionOf } from './selection.ts'

describe('a selection', () => {
  it('comes out of an address as it went in', () => {
    const selection: Selection = {
      goodId: 3,
      configId: 9,
      goodTime: 1,
      isMetered: true,
      zoneId: 2,
      imageType: 1,
      quantity: 4,
    }
    expect(selectionOf(paramsOf(buyPath(selection)))).toEqual(selection)
  })

  it.each(['quantity=-1', 'quantity=1.5', 'goodId=x', 'zoneId=', 'goodId=99999999999999999999', 'isMetered=yes'])(
    'of %s is none',
    (query) => {
      expect(selectionOf(paramsOf(`/?${query}`))).toEqual(emptySelection)
    },
  )
})
