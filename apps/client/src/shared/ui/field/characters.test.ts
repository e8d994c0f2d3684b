import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, cutCharacters, digitsBefore, placeAfterDigits } from './characters.ts'

test.each([
  ['', 0],
  ['云机', 2],
  ['a b', 3],
  ['😀', 1],
  ['𠮷野家', 3],
  ['第一行\n第二行', 7],
])('%s has %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count)
})

test.each([
  [139, 139],
  [140, 140],
  [141, 140],
])('%i characters are cut to %i', (count, kept) => {
  expect(cutCharacters('云'.repeat(count), 140)).toBe('云'.repeat(kept))
  expect(cutCharacters('😀'.repeat(count), 140)).toBe('😀'.repeat(kept))
})

test('the cut is the beginning of the text, never too long, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat({ max: 20 }), (text, maximum) => {
      const cut = cutCharacters(text, maximum)
      expect(text.startsWith(cut)).toBe(true)
      expect(countCharacters(cut)).toBe(Math.min(countCharacters(text), maximum))
      expect(() => encodeURIComponent(cut)).not.toThrow()
    }),
  )
})

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
