import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasHiddenCharacters, isUrl } from './url.ts'

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

describe('url', () => {
  it.each([
    'http://example.com',
    'https://example.com',
    'HTTPS://EXAMPLE.COM/',
    'https://a.b-c.example.co/path/to?x=1&y=%E4%BA%91#part',
    'https://example.com?x=1',
    'https://example.com#part',
    'https://example.com:8443/path',
    'https://example.com:65535',
    'http://localhost:8080',
    'http://LOCALHOST',
    'http://127.0.0.1',
    'http://255.249.199.9/',
    'https://云机.中国',
    'https://example.xn--fiqs8s',
    `https://${'a'.repeat(63)}.com`,
    `https://example.com/${'a'.repeat(2028)}`,
  ])('takes %s', (text) => expect(isUrl(text)).toBe(true))

  it.each([
    '',
    'example.com',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'http:/example.com',
    'http://',
    'http://example',
    'http://example.c',
    `http://${'a'.repeat(64)}.com`,
    'http://example.123',
    'http://example.1ab',
    'http://example.中',
    'http://été.example',
    'http://example.ab1',
    'http://example.axn--b1',
    'http://-a.com',
    'http://a-.com',
    'http://a..com',
    'http://user@example.com',
    'http://user:secret@example.com',
    'http://example.com:',
    'http://example.com:65536',
    'http://example.com:123456',
    'http://256.0.0.1',
    'http://1.2.3',
    'http://1.2.3.4.5',
    'http://1.2.3.004',
    'http://example.com/a b',
    'http://example.com\n',
    ' http://example.com',
    'http://example.com\\@other.example',
    `https://example.com/${'a'.repeat(2029)}`,
  ])('refuses %j', (text) => expect(isUrl(text)).toBe(false))

  it('takes nothing that a browser would not', () => {
    const part = fc.constantFrom(
      'a',
      'Z',
      '9',
      '256',
      '01',
      '云',
      '-',
      '.',
      ':',
      ':80',
      '/',
      '?',
      '#',
      '@',
      ' ',
      '\\',
      'cn',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const text = `http://${parts.join('')}`
        expect(isUrl(text) && !URL.canParse(text)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})
