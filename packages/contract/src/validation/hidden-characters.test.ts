import { expect, it } from 'vitest'
import { hasHiddenCharacters } from './hidden-characters.ts'

it.each([
  'a\u0000b',
  '\n',
  '\t',
  '\u007f',
  '\u009f',
  'a\u00adb',
  '\u200b',
  '\u200f',
  '\u2028',
  '\u202e',
  '\u2060',
  '\ufeffa',
])('%j hides something', (text) => expect(hasHiddenCharacters(text)).toBe(true))

it.each(['', 'a b', '云手机 06', 'é', '\u00a0', '👍', '\u2027', '\u202f'])('%j hides nothing', (text) =>
  expect(hasHiddenCharacters(text)).toBe(false),
)
