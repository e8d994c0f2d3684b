import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineAt, wrap } from './lines.ts'

const measure = (text: string) => Array.from(text).length
const show = (text: string, width: number) => wrap(text, width, measure).map(({ start, end }) => text.slice(start, end))

describe('wrapping', () => {
  test('breaks Chinese anywhere and words at their ends', () => {
    expect(show('好好学习天天向上', 3)).toEqual(['好好学', '习天天', '向上'])
    expect(show('one two three', 8)).toEqual(['one two ', 'three'])
    expect(show('你好hello世界', 6)).toEqual(['你好', 'hello世', '界'])
    expect(show('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  })

  test('keeps empty lines', () => {
    expect(show('a\n\nb\n', 5)).toEqual(['a', '', 'b', ''])
    expect(show('', 5)).toEqual([''])
  })

  test('loses nothing, and no line is too long', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '好', '\n', '，', 'b', '1') })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (words, width) => {
        const lines = wrap(words, width, measure)
        expect(lines.map(({ start, end }) => words.slice(start, end)).join('')).toBe(words.replaceAll('\n', ''))
        for (const { start, end } of lines) expect(end - start).toBeLessThanOrEqual(width)
      }),
    )
  })

  test('finds the line of every place', () => {
    const lines = wrap('ab\ncd', 5, measure)
    expect([0, 1, 2, 3, 4, 5].map((place) => lineAt(lines, place))).toEqual([0, 0, 0, 1, 1, 1])
  })
})
