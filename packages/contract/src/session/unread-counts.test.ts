import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noUnread, unreadCountsOf } from './unread-counts.ts'

test('nothing unread is zero everywhere', () => {
  expect(noUnread).toEqual({
    longApply: 0,
    longAuthentication: 0,
    longExamine: 0,
    longNotice: 0,
    longSettlement: 0,
    longSigncontract: 0,
    longAll: 0,
  })
})

test('the whole is the sum of its kinds', () => {
  expect(unreadCountsOf({ longApply: 2, longNotice: 3 })).toEqual({
    ...noUnread,
    longApply: 2,
    longNotice: 3,
    longAll: 5,
  })
  fc.assert(
    fc.property(fc.nat(99), fc.nat(99), fc.nat(99), (longExamine, longSettlement, longSigncontract) => {
      const { longAll } = unreadCountsOf({ longExamine, longSettlement, longSigncontract })
      expect(longAll).toBe(longExamine + longSettlement + longSigncontract)
    }),
  )
})
