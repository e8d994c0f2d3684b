import { expect, test } from 'vitest'
import { isShowable, orDashes } from './empty.ts'

test.each([
  [undefined, '--'],
  [null, '--'],
  ['', '--'],
  ['0', '0'],
  [' ', ' '],
  ['华东 · 上海', '华东 · 上海'],
])('%j shows as %j', (text, shown) => expect(orDashes(text)).toBe(shown))

test.each([0, -1, 0.5, Number.MAX_SAFE_INTEGER])('%d can be shown', (value) => expect(isShowable(value)).toBe(true))

test.each([undefined, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '%s cannot be shown',
  (value) => expect(isShowable(value)).toBe(false),
)
