import { describe, expect, it } from 'vitest'
import { canOpenUrl, PACKAGE_NAME_PATTERN } from './command-arguments.ts'

describe('the address that a phone opens', () => {
  it.each(['http://example.com', 'https://example.com:8443/a?b=c#d', 'HTTPS://Example.com/云', 'http://192.168.1.1/'])(
    'takes %s',
    (url) => expect(canOpenUrl(url)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'intent://scan/#Intent;scheme=zxing;end',
    'content://sms/inbox',
    'tel:110',
    'http://user:pass@example.com/',
    'http://user@example.com/',
    'http://example.com\\@evil.example/',
    'http://example.com/a b',
    'http://example.com/\n--es x y',
    'http://example.com/\u0001',
    'http://example.com/\u202egnp.exe',
    'http://exam\u200bple.com/',
    ' http://example.com/',
    '//example.com/',
    'http:example.com',
    'http://',
    '',
  ])('refuses %j', (url) => expect(canOpenUrl(url)).toBe(false))
})

it.each([
  ['com.example.app', true],
  ['com.example_1.App', true],
  ['app', false],
  ['com.1x', false],
  ['com..x', false],
  ['com.x; reboot', false],
  ['com.x\n', false],
])('%j is a package name: %s', (name, expected) => expect(PACKAGE_NAME_PATTERN.test(name)).toBe(expected))
