import { expect, test } from 'vitest'
import { isIgnoredError, isPageLogAccepted, scrubText } from './page-log.ts'

test.each([
  ['Script error.', true],
  ['Uncaught Script error.', true],
  ['Uncaught (in promise) TypeError: x', true],
  ['unhandledrejection: x', true],
  ['Unhandled promise rejection x', true],
  ['登录已失效，请重新登录', true],
  ['Error: 登录已失效，请重新登录', true],
  ['TypeError: x is not a function', false],
  ['Script error. in our own words', false],
  ['', false],
])('%j is ignored: %s', (message, isIgnored) => {
  expect(isIgnoredError(message)).toBe(isIgnored)
})

test.each([
  [
    'an address keeps its path only',
    'at https://a.example/js/app.1f.js?token=x:1:2',
    'at https://a.example/js/app.1f.js',
  ],
  ['a fragment goes too', 'at /pages/pay/pay#orderId=1)', 'at /pages/pay/pay)'],
  ['a token', 'token 0123456789abcdefghijABCDEFGHIJ0123456789_-x failed', 'token … failed'],
  ['the key of a request', 'key 123e4567-e89b-12d3-a456-426614174000', 'key …'],
  ['a phone number', '手机号13800138000不存在', '手机号…不存在'],
  ['a grouped phone number', '+86 138-0013-8000 x', '+… x'],
  ['an identity card', '11010519491231002X', '…X'],
  ['six digits and the place in a file stay', 'code 123456 at app.js:1:20345', 'code 123456 at app.js:1:20345'],
  [
    'words stay',
    "Cannot read properties of undefined (reading 'name')",
    "Cannot read properties of undefined (reading 'name')",
  ],
])('%s', (_what, text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test('scrubbing again changes nothing', () => {
  const once = scrubText('a?b=1 13800138000 0123456789abcdefghijABCDEFGHIJ01')
  expect(scrubText(once)).toBe(once)
})

test.each([
  ['/open/event/pageLog', 0, true],
  ['/open/event/pageLog/batch', 0, true],
  ['/open/event/pageLog', 200, false],
  ['/open/event/pageLog', 1080, false],
  ['/open/event/pageLogs', 0, false],
  ['/vmcloud/api/user/login', 0, false],
])('%s with code %i: %s', (path, code, isAccepted) => expect(isPageLogAccepted(path, code)).toBe(isAccepted))
