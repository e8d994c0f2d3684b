import { expect, test } from 'vitest'
import { isIgnoredError } from './ignored-errors.ts'

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
