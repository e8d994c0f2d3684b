import { createFakeClock } from '@yunji/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createKindLimit, fingerprintOf, TOO_MANY_KINDS } from './fingerprint.ts'

const STACK =
  'TypeError: x\n    at f (https://a.example/js/app.1a2b3c4d.js:1:200)\n    at g (https://a.example/js/7.js:3:4)'

test('the same error of another release, origin and line is the same', () => {
  const other = STACK.replaceAll('a.example', 'b.example').replace('1a2b3c4d', '99999999').replace(':1:200', ':7:13')
  expect(fingerprintOf('x', other)).toBe(fingerprintOf('x', STACK))
})

test.each([
  ['another message', 'y', STACK],
  ['another function', 'x', STACK.replace('at f', 'at h')],
])('%s is another error', (_what, message, stack) => {
  expect(fingerprintOf(message, stack)).not.toBe(fingerprintOf('x', STACK))
})

test('only so many kinds are told apart in an hour', () => {
  const clock = createFakeClock()
  const limited = createKindLimit(clock, 2)
  expect(['a', 'b', 'c', 'a'].map(limited)).toEqual(['a', 'b', TOO_MANY_KINDS, 'a'])
  clock.advance(60 * 60_000)
  expect(limited('c')).toBe('c')
})
