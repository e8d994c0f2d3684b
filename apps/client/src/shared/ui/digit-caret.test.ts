import { expect, test } from 'vitest'
import { digitsBefore, placeAfterDigits } from './digit-caret.ts'

test.each([
  ['138 0013', 3, 3],
  ['138 0013', 4, 3],
  ['138 0013', 5, 4],
  ['', 0, 0],
])('in “%s” at %i there are %i digits before', (text, place, count) => {
  expect(digitsBefore(text, place)).toBe(count)
})

test.each([
  ['138 0013', 0, 0],
  ['138 0013', 3, 3],
  ['138 0013', 4, 5],
  ['138 0013', 7, 8],
  ['138', 9, 3],
])('in “%s” after %i digits the place is %i', (text, count, place) => {
  expect(placeAfterDigits(text, count)).toBe(place)
})
