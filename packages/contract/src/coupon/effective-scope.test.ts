import { describe, expect, it } from 'vitest'
import { effectiveTestOf } from './effective-scope.ts'
import { goods } from './testing/purchases.ts'

const terms = {
  regular: goods({ firstPurchase: false, firstCount: 1, activityId: null }),
  activity: goods({ firstPurchase: false, firstCount: 1, activityId: 7 }),
  first: goods({ firstPurchase: true, firstCount: 0, activityId: null }),
  firstInActivity: goods({ firstPurchase: true, firstCount: 0, activityId: 7 }),
  /** Never bought, and without first-purchase terms. */
  newWithoutTerms: goods({ firstPurchase: false, firstCount: 0, activityId: null }),
  /** Bought before, and on first-purchase terms again. */
  firstAgain: goods({ firstPurchase: true, firstCount: 1, activityId: null }),
}
type Terms = keyof typeof terms
const all = Object.keys(terms) as Terms[]

const effective = (scope: string | null | undefined): readonly Terms[] => {
  const test = effectiveTestOf(scope)
  return all.filter((name) => test(terms[name]))
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
